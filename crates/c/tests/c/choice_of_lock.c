// expect: deadlock
// Which lock it is, is chosen before the wait.
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
void *one(void *p) {
  unsigned k = __VERIFIER_nondet_uint() % 2;
  pthread_mutex_lock(&m[k]);
  pthread_mutex_unlock(&m[k]);
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutex_lock(&m[0]);
  pthread_create(&t, 0, one, 0);
  pthread_join(t, 0);
  return 0;
}
