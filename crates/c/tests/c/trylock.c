// expect: assert
#include <pthread.h>
#include <assert.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
int busy;
void *one(void *p) { if (pthread_mutex_trylock(&a) == 0) { busy = busy + 1; pthread_mutex_unlock(&a); } else { assert(0); } return 0; }
int main() { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, one, 0); pthread_join(s, 0); pthread_join(t, 0); }
