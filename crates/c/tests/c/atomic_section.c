// expect: holds
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int n;
void __VERIFIER_atomic_add(int k) { n = n + k; }
void *one(void *p) { __VERIFIER_atomic_begin(); int t = n; n = t + 1; __VERIFIER_atomic_end(); return 0; }
void *two(void *p) { __VERIFIER_atomic_add(1); return 0; }
int main() { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); pthread_join(s, 0); pthread_join(t, 0); assert(n == 2); }
