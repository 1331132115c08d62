// expect: holds
#include <assert.h>
struct point { int x; int y; };
struct shape { char kind; struct point corner[2]; };
struct shape s, t;
int main() {
  s.kind = 'a'; s.corner[1].y = 7; s.corner[0].x = 3;
  struct point *p = &s.corner[1];
  p->x = p->y + s.corner[0].x;
  t = s;
  assert(t.corner[1].x == 10 && s.kind == 'a' && t.kind == 'a');
}
