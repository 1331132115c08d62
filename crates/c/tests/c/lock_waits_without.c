// expect: lock
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
_Atomic int done;
void *one(void *p) { while (!done) pthread_cond_signal(&c); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); pthread_cond_wait(&c, &m); done = 1; pthread_mutex_unlock(&m); return 0; }
