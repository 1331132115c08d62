// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m; pthread_cond_t c;
int ready;
void *signal(void *p) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main() {
  pthread_t t; struct timespec s = {0, 0}; int r = 0;
  pthread_create(&t, 0, signal, 0);
  pthread_mutex_lock(&m);
  while (!ready && r == 0) r = pthread_cond_timedwait(&c, &m, &s);
  assert(ready || r == ETIMEDOUT);
  pthread_mutex_unlock(&m);
}
