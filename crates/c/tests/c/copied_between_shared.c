// expect: assert race
#include <pthread.h>
#include <assert.h>
#include <string.h>
struct s { int a, b; } x, y;
void *one(void *p) { x.a = 1; x.b = 1; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  y = x;
  assert(y.a == y.b);
  pthread_join(t, 0);
}
