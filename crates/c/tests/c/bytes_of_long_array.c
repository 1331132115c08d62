// expect: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[100];
char b[100];
int main() {
  char *p = (char *) a;
  int *q = (int *) b;
  int i = __VERIFIER_nondet_int();
  if (i < 90 || i >= 100) return 0;
  p[i] = 9;
  assert((a[i / 4] >> i % 4 * 8 & 255) == 9 && a[i / 4 + 1] == 0);
  q[i - 80] = 0x01020304;
  assert(b[(i - 80) * 4] == 4 && b[(i - 80) * 4 + 3] == 1 && b[(i - 80) * 4 - 1] == 0);
}
