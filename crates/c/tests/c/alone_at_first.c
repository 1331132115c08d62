// expect: holds
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
// The assumptions read a shared variable while nobody else can change it: only 20 to 24 are left.
int n, table[30], seen;
void *use(void *p) { table[n] = 1; return 0; }
int main() {
  pthread_t t;
  n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 20 && n < 25);
  pthread_create(&t, 0, use, 0);
  int k = n;
  pthread_join(t, 0);
  assert(table[k] == 1 && k == n);
}
