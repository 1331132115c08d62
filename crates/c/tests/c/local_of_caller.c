// expect: holds
#include <assert.h>
// Pointers go down to callees, and a list of frames on the stack.
struct frame { int n; struct frame *up; };
int sum(struct frame *f) { return f ? f->n + sum(f->up) : 0; }
int down(int n, struct frame *up) {
  struct frame own = {n, up};
  return n ? down(n - 1, &own) : sum(&own);
}
int main() { assert(down(3, 0) == 6); }
