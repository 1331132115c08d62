// expect: assert
#include <assert.h>
#include <stdio.h>
int x;
int main() {
  fprintf(stderr, "%d\n", x);
  assert(stderr != 0);
  assert(x);
}
