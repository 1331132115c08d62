// expect: race
// Both ways lead to the same location; the one that creates the thread is longer.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
_Atomic int a;
int x;
void *one(void *p) { x = 1; return a; }
int main() {
  pthread_t t;
  if (__VERIFIER_nondet_int()) { a = 1; a = 2; pthread_create(&t, 0, one, 0); } else a = 3;
  x = 2;
  return 0;
}
