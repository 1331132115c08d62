// expect: assert
#include <assert.h>
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 1 : even(n - 1); }
extern unsigned char __VERIFIER_nondet_uchar(void);
int main() {
  unsigned n = __VERIFIER_nondet_uchar() % 7;
  assert(even(n) == (n % 2 == 0));
}
