// expect: holds
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct s { int a; char b; } list[3] = {{1, 1}, {2, 2}, {3, 3}};
int main() {
  unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (i > 2 || n > 4) return 0;
  struct s x = list[i];
  assert(x.a == i + 1 && x.b == x.a);
  list[0] = x;
  assert(list[0].a == i + 1);
  char b[4] = {7, 7, 7, 7};
  memset(b, 0, n);
  assert(n == 4 || b[3] == 7);
  assert(n == 0 || b[n - 1] == 0);
}
