// expect: holds
// A lock made of atomic sections.
#include <pthread.h>
extern void __VERIFIER_assume(int);
int m, x;
void __VERIFIER_atomic_acquire(void) { __VERIFIER_assume(m == 0); m = 1; }
void __VERIFIER_atomic_release(void) { m = 0; }
void *one(void *p) { __VERIFIER_atomic_acquire(); x++; __VERIFIER_atomic_release(); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); one(0); return 0; }
