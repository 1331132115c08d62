// expect: holds
#include <assert.h>
#include <stdlib.h>
int main() {
  int *p = malloc(sizeof *p), *q;
  if (!p) return 1;
  *p = 1;
  q = realloc(p, 8);
  if (!q) q = p;
  assert(*q == 1);
  free(q);
}
