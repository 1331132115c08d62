// expect: assert race
#include <pthread.h>
#include <assert.h>
struct pair { long a, b; } g;
void *one(void *p) { g.a = 1; g.b = 1; return 0; }
struct pair get() { return g; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  struct pair p = get();
  assert(p.a == p.b);
}
