// expect: holds
#include <assert.h>
int two[2] = {1, 2};
char buffer[8];
int main() {
  long *l = (long *) two;
  assert(*l == 0x200000001);
  *l = 0x300000004;
  assert(two[0] == 4 && two[1] == 3);
  int *p = (int *) buffer;
  p[1] = 0x04030201;
  assert(buffer[4] == 1 && buffer[7] == 4 && buffer[3] == 0);
}
