// expect: assert race
#include <pthread.h>
#include <assert.h>
void *one(void *p) { *(int *) p = 1; return 0; }
int main() { int x = 0; pthread_t t; pthread_create(&t, 0, one, &x); assert(x == 0); pthread_join(t, 0); return 0; }
