// expect: holds
#include <pthread.h>
#include <assert.h>
union u { _Atomic int i; _Atomic char c[4]; } g;
void *one(void *p) { g.c[0] = 1; return 0; }
void *two(void *p) { g.c[2] = 1; return 0; }
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(g.i == 0x10001);
}
