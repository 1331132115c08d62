// expect: holds
#include <pthread.h>
pthread_mutex_t m;
void *one(void *p) { if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t t; pthread_mutex_init(&m, 0); pthread_create(&t, 0, one, 0); one(0); pthread_join(t, 0); pthread_mutex_destroy(&m); return 0; }
