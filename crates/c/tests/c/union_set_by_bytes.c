// expect: holds
#include <assert.h>
union u { int i; char c[4]; };
int main() {
  union u a;
  a.c[0] = 1; a.c[1] = 2;
  assert(a.c[1] == 2);
  a.c[3] = 4; a.c[2] = 3;
  assert(a.i == 0x04030201);
}
