// expect: holds
#include <assert.h>
#include <pthread.h>
// Each thread starts one like itself, until the number is 0.
_Atomic int count;
void *worker(void *p) {
  long n = (long)p;
  count++;
  if (n > 0) {
    pthread_t t;
    pthread_create(&t, 0, worker, (void *)(n - 1));
    pthread_join(t, 0);
  }
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, (void *)2);
  pthread_join(t, 0);
  assert(count == 3);
}
