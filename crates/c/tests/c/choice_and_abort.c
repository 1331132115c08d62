// expect: deadlock
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) {
  if (__VERIFIER_nondet_int()) abort();
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
