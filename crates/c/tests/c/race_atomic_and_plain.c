// expect: race
#include <pthread.h>
int y;
void *one(void *p) { __atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); int z = y; return z; }
