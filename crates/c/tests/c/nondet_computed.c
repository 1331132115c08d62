// expect: assert
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y;
void *read(void *p) { assert(y != 4321 || x != 1234 || 0); return 0; }
int main() {
  pthread_t t;
  x = __VERIFIER_nondet_int();
  y = x * 3 + 619;
  pthread_create(&t, 0, read, 0);
}
