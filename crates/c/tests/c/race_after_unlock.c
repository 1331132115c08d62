// expect: race
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *one(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 1; return 0; }
int main() { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0); return 0; }
