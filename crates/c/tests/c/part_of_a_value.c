// expect: holds
#include <assert.h>
int x = 258;
int main() {
  char *p = (char *) &x;
  assert(p[0] == 2 && p[1] == 1 && p[2] == 0);
  p[3] = 1;
  assert(x == 0x01000102);
  short *q = (short *) &x;
  q[0] = -1;
  assert(x == 0x0100ffff && p[1] == -1);
}
