// expect: memory
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main() {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 3) return 0;
  int *p = malloc(n * sizeof *p);
  p[2] = 1;
}
