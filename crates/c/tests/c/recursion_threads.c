// expect: holds
#include <assert.h>
#include <pthread.h>
// Two threads in the same recursive function.
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;
void add(int n) {
  if (n == 0) return;
  pthread_mutex_lock(&m);
  total++;
  pthread_mutex_unlock(&m);
  add(n - 1);
}
void *one(void *p) { add(2); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  add(2);
  pthread_join(t, 0);
  assert(total == 4);
}
