// expect: assert
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int sum(int n) { return n > 0 ? n + sum(n - 1) : 0; }
int main() {
  int n = __VERIFIER_nondet_uchar() % 5;
  assert(sum(n) < 10);
}
