// expect: holds
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void add(void) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
void *one(void *p) { add(); add(); return 0; }
int main() { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0); add(); pthread_join(t, 0); pthread_join(u, 0); return x; }
