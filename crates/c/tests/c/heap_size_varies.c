// expect: holds
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main() {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 3) return 0;
  int *p = malloc(n * sizeof *p);
  for (unsigned i = 0; i < n; i++) p[i] = i;
  assert(p[n - 1] == n - 1);
  int a[n];
  a[n - 1] = 7;
  assert(a[n - 1] == 7);
}
