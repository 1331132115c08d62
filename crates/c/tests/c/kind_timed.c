// expect: holds
#include <assert.h>
#include <pthread.h>
int main() {
  pthread_mutex_t m;
  pthread_mutexattr_t a;
  struct timespec ts = { 1, 0 };
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  assert(pthread_mutex_timedlock(&m, &ts) == 0);
  assert(pthread_mutex_timedlock(&m, &ts) == 0);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
