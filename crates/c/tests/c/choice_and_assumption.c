// expect: deadlock
// Values that do not count are no reason to call the wait for the lock an end.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 0);
  pthread_mutex_lock(&m);
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, one, 0);
  pthread_join(t, 0);
  return 0;
}
