// expect: holds
// Nothing depends on the values, so that it is no matter what they are.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) { pthread_mutex_lock(&m); ++*(int *) p; pthread_mutex_unlock(&m); return 0; }
int main() { int i, *q = malloc(sizeof *q); pthread_t t; pthread_create(&t, 0, one, &i); one(&i); pthread_join(t, 0); i += *q; return 0; }
