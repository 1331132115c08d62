// expect: assert
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y, z;
void *one(void *p) { x = __VERIFIER_nondet_int(); return 0; }
void *two(void *p) { y = __VERIFIER_nondet_int(); return 0; }
int main() {
  pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); pthread_join(s, 0); pthread_join(t, 0);
  z = __VERIFIER_nondet_int();
  assert(x == y || y == z || z == x || x == 0);
}
