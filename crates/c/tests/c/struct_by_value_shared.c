// expect: assert race
#include <pthread.h>
#include <assert.h>
struct big { long a, b, c; } g;
void *one(void *p) { g.a = 1; g.b = 1; return 0; }
int same(struct big b) { return b.a == b.b; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  assert(same(g));
}
