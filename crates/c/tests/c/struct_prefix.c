// expect: holds
#include <assert.h>
#include <stdlib.h>
struct base { int kind; };
struct derived { struct base base; long value; };
long get(struct base *b) { return b->kind == 1 ? ((struct derived *) b)->value : 0; }
int main() {
  struct derived *d = malloc(sizeof *d);
  d->base.kind = 1; d->value = 5;
  assert(get(&d->base) == 5);
  char *c = malloc(8);
  *(int *) c = 7; *(int *) (c + 4) = 8;
  assert(*(long *) c == 0x800000007 && c[4] == 8);
}
