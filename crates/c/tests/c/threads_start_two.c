// expect: within threads
#include <pthread.h>
// The number of threads doubles with each generation.
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *p) {
  pthread_t s, t;
  pthread_create(&s, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
  return 0;
}
int main() { worker(0); }
