// expect: deadlock
// Who chose to take the lock waits for it, and does not choose again.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) {
  if (__VERIFIER_nondet_bool()) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, one, 0);
  pthread_join(t, 0);
  return 0;
}
