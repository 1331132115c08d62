// expect: race
// The access is behind a loop within the section, which has locations of its own.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x; _Atomic int n = 2;
void *one(void *p) { __VERIFIER_atomic_begin(); while (n > 0) n--; x = 1; __VERIFIER_atomic_end(); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); int z = x; return z; }
