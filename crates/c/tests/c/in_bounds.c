// expect: holds
#include <assert.h>
int a[4], b[2][3];
int main() {
  for (int i = 0; i < 4; i++) a[i] = i;
  for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) b[i][j] = 10 * i + j;
  assert(a[3] == 3 && b[1][2] == 12 && b[0][1] == 1);
  int *p = a + 1;
  assert(p[1] == 2 && *(p - 1) == 0 && p - a == 1 && p > a);
}
