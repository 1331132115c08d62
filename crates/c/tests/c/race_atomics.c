// expect: holds
#include <pthread.h>
#include <stdatomic.h>
atomic_int x; int y;
void *one(void *p) { x++; __atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); x = x + 1; __atomic_store_n(&y, 5, __ATOMIC_SEQ_CST); pthread_join(t, 0); return y; }
