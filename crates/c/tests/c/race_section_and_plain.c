// expect: race
// The access is not the first one of the section.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;
void *one(void *p) { __VERIFIER_atomic_begin(); if (y == 0) x = 1; __VERIFIER_atomic_end(); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); int z = x; return z; }
