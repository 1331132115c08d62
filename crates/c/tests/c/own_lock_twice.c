// expect: assert
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) { __atomic_store_n(&x, 1, 5); pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(__atomic_load_n(&x, 5) == 0); return 0; }
