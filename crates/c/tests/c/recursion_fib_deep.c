// expect: within frames
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main() {
  int n = 2 + __VERIFIER_nondet_uchar() % 20;
  assert(fib(n) > 0);
}
