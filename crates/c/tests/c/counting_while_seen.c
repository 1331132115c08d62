// expect: assert
#include <pthread.h>
#include <assert.h>
// The other thread reads what is counted.
_Atomic int i;
void *count(void *p) { for (i = 0; i < 100; i++); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, count, 0); assert(i != 50); pthread_join(t, 0); }
