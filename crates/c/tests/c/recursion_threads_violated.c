// expect: assert race
#include <assert.h>
#include <pthread.h>
// The second activation forgets the lock.
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;
void add(int n, int locked) {
  if (n == 0) return;
  if (locked) pthread_mutex_lock(&m);
  total++;
  if (locked) pthread_mutex_unlock(&m);
  add(n - 1, 0);
}
void *one(void *p) { add(2, 1); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  add(2, 1);
  pthread_join(t, 0);
  assert(total == 4);
}
