// expect: holds
// Who waits for a lock until some time never waits forever.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) {
  struct timespec ts = { 1, 0 };
  int r = pthread_mutex_timedlock(&m, &ts);
  assert(r == 0 || r == ETIMEDOUT);
  if (r == 0) pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, one, 0);
  pthread_join(t, 0);
  pthread_mutex_unlock(&m);
  return 0;
}
