// expect: race
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
void *one(void *p) { x = 1; return 0; }
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  while (__VERIFIER_nondet_int());
  if (__VERIFIER_nondet_int()) pthread_join(t, 0);
  pthread_create(&u, 0, one, 0);
  return 0;
}
