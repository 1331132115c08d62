// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
void *one(void *p) { errno = 1; return 0; }
int main() {
  pthread_t t;
  errno = 0;
  pthread_create(&t, 0, one, 0);
  errno = 2;
  errno = 3;
  pthread_join(t, 0);
  assert(errno == 3);
  return 0;
}
