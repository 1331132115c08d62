// expect: assert
// 11 is the only value left with the remainder 2: representatives of remainders must not take the place of what is left.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main() {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > 9 && a < 13 && b < 2 && a % 3 > b) assert(a % 3 != 2);
  return 0;
}
