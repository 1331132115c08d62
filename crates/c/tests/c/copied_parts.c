// expect: holds
#include <assert.h>
#include <string.h>
#include <stdlib.h>
struct s { int a; char b; long c; };
struct t { int first; struct s s; };
int main() {
  struct s x = {1, 2, 3}, y, *p = malloc(sizeof *p);
  y = x;
  assert(y.a == 1 && y.b == 2 && y.c == 3);
  *p = y;
  assert(p->c == 3);
  struct t t[2];
  t[1].s = *p;
  assert(t[1].s.b == 2);
  p->a = 9;
  t[0].s = *p;
  x = t[0].s;
  assert(x.a == 9);
  char c[8] = "abcdefg";
  memmove(c + 1, c, 6);
  assert(c[0] == 'a' && c[1] == 'a' && c[6] == 'f' && c[7] == 0);
  int n[3];
  memset(n, 1, 8);
  assert(n[0] == 0x01010101 && n[1] == n[0]);
  memcpy(&n[2], "\1\2\3", 4);
  assert(n[2] == 0x00030201);
  assert(memcmp(n, n + 1, 4) == 0 && memcmp(n + 1, n + 2, 4) < 0);
  struct s u;
  u.a = 4;
  y = u;
  assert(y.a == 4);
}
