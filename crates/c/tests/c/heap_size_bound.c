// expect: within objects
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main() {
  unsigned n = __VERIFIER_nondet_uint();
  if (n != 1 && n != 1000) return 0;
  int *p = malloc(n * sizeof *p);
  p[n - 1] = 1;
}
