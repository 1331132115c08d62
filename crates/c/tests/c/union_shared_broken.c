// expect: assert
#include <pthread.h>
#include <assert.h>
union u { _Atomic int i; _Atomic char c[4]; } g;
void *one(void *p) { g.c[0] = 1; return 0; }
int main() {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  g.i = 512;
  pthread_join(a, 0);
  assert(g.i == 513);
}
