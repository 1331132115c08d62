// expect: holds
#include <assert.h>
union u { int i; char c[4]; struct { short low, high; } s; long l; };
union u g = { .c = {1, 2, 3, 4} };
int main() {
  assert(g.i == 0x04030201 && g.s.high == 0x0403);
  union u local, *p = &local;
  p->i = 7;
  assert(local.c[0] == 7 && local.c[1] == 0);
  p->s.high = 1;
  assert(local.i == 65543);
  local.l = -1;
  assert(p->c[3] == -1 && p->s.low == -1);
}
