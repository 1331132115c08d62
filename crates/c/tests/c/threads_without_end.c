// expect: within threads
#include <pthread.h>
// Each thread starts another one.
_Atomic int count;
void *worker(void *p) {
  pthread_t t;
  count = 1;
  pthread_create(&t, 0, worker, 0);
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
}
