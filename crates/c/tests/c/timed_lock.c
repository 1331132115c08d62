// expect: assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m;
int x;
void *hold(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
int main() {
  pthread_t t; struct timespec s = {0, 0};
  assert(pthread_mutex_timedlock(&m, &s) == 0);
  pthread_mutex_unlock(&m);
  pthread_create(&t, 0, hold, 0);
  assert(pthread_mutex_timedlock(&m, &s) == 0);
}
