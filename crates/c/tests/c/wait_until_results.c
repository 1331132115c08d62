// expect: assert
// It may be woken, or too late.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main() {
  struct timespec ts = { 1, 0 };
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &ts) != ETIMEDOUT);
  pthread_mutex_unlock(&m);
  return 0;
}
