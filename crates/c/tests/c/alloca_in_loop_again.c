// expect: holds
// Each call has memory of its own, which ends with it.
#include <alloca.h>
#include <assert.h>
static int sum(int n) {
  int s = 0, *last = 0;
  for (int i = 0; i < n; i++) { int *p = alloca(sizeof(int)); *p = last ? *last + 1 : 0; last = p; s += *p; }
  return s;
}
int main() { assert(sum(2) == 1); assert(sum(3) == 3); assert(sum(3) == 3); return 0; }
