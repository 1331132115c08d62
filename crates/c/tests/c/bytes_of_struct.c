// expect: holds
#include <assert.h>
struct s { char a; int b; short c; } g;
int main() {
  struct s x = {0};
  char *p = (char *) &g;
  for (unsigned i = 0; i < sizeof g; i++) p[i] = i + 1;
  assert(g.a == 1 && g.b == 0x08070605 && g.c == 0x0a09);
  assert(p[2] == 3);
}
