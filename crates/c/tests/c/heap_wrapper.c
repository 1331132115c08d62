// expect: holds
#include <assert.h>
#include <stdlib.h>
struct s { int a; struct s *next; };
void *get(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }
int main() {
  struct s *a = get(sizeof *a), *b = get(sizeof *b);
  a->next = b; b->a = 5; b->next = 0;
  assert(a->next->a == 5);
  int *c = calloc(2, sizeof *c);
  assert(c[1] == 0);
}
