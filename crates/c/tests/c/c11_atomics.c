// expect: holds
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int n, m;
void *one(void *p) { atomic_fetch_add(&n, 1); int e = atomic_load(&m); while (!atomic_compare_exchange_strong(&m, &e, e + 2)); return 0; }
int main() { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, one, 0); pthread_join(s, 0); pthread_join(t, 0); assert(n == 2 && m == 4); }
