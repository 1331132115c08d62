// expect: race lock
// Both hold the lock when they write, but a third thread gives it back for them.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *one(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
void *thief(void *p) { pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t t, u, v; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0); pthread_create(&v, 0, thief, 0); return 0; }
