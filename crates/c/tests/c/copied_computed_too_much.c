// expect: memory
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main() {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5) return 0;
  char b[4];
  memset(b, 0, n);
}
