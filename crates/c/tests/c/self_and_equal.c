// expect: holds
#include <assert.h>
#include <pthread.h>
pthread_t first;
void *one(void *p) {
  assert(!pthread_equal(pthread_self(), first));
  assert(pthread_equal(pthread_self(), pthread_self()));
  return 0;
}
int main() {
  pthread_t t, u;
  first = pthread_self();
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, one, 0);
  assert(!pthread_equal(t, u) && pthread_equal(t, t) && !pthread_equal(t, first));
  pthread_join(t, 0);
  pthread_join(u, 0);
}
