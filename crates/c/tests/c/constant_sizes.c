// expect: holds
#include <alloca.h>
#include <assert.h>
#include <stdlib.h>
static int *make(int n) { int *p = calloc(n, sizeof(int)); p[n - 1] = n; return p; }
int main() {
  int n = 3, local[n], *p = make(n + 2), *q = alloca(sizeof(int));
  for (int i = 0; i < n; i++) local[i] = i;
  *q = local[2];
  assert(p[4] == 5 && p[3] == 0 && *q == 2);
}
