// expect: holds
#include <alloca.h>
#include <assert.h>
int main() {
  int *p[2];
  for (int i = 0; i < 2; i++) { p[i] = alloca(sizeof(int)); *p[i] = i; }
  assert(*p[0] == 0 && *p[1] == 1);
  return 0;
}
