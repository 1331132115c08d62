// expect: holds
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int m, x;
void __VERIFIER_atomic_take(void) { __VERIFIER_assume(m == 0); m = 1; }
void __VERIFIER_atomic_give(void) { m = 0; }
void *one(void *p) {
  int offset = __VERIFIER_nondet_int();
  __VERIFIER_assume(offset % 2 == 0 && offset >= 0 && offset < 6);
  __VERIFIER_atomic_take(); int t = x; x = t + offset; assert(x == t + offset); x = t; __VERIFIER_atomic_give(); return 0;
}
int main() { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, one, 0); pthread_join(s, 0); pthread_join(t, 0); assert(x == 0); }
