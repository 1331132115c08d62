// expect: holds
#include <pthread.h>
#include <assert.h>
struct s { int a; char b; int c; } list[4] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, one;
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int at = 1;
void *next(void *p) {
  __VERIFIER_atomic_begin();
  list[at] = list[at + 1];
  at = 2;
  __VERIFIER_atomic_end();
  return 0;
}
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, next, 0);
  pthread_create(&u, 0, next, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  one = list[at - 1];
  assert(one.a == 2 && one.b == 2 && one.c == 2 && list[2].c == 3);
}
