// expect: holds
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main() {
  int n = __VERIFIER_nondet_uchar() & 3;
  int r = fib(n);
  assert(r == (n < 2 ? n : n - 1));
}
