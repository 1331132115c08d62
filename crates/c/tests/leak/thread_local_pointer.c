// expect: leak
// A variable of a thread ends with it.
#include <pthread.h>
#include <stdlib.h>
static _Thread_local int *p;
void *one(void *q) { p = malloc(4); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); return 0; }
