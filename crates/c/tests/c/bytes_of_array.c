// expect: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[4] = {1, 2, 3, 0x04050607};
int main() {
  char *p = (char *) a;
  int sum = 0;
  for (unsigned i = 0; i < sizeof a; i++) sum += p[i];
  assert(sum == 1 + 2 + 3 + 4 + 5 + 6 + 7);
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 15) return 0;
  p[i] = 9;
  assert(p[i] == 9 && (a[i / 4] >> i % 4 * 8 & 255) == 9);
}
