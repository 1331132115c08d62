// expect: lock
// A plain mutex stays a plain one where the program has others.
#include <pthread.h>
int main() {
  pthread_mutex_t m, n = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_mutex_unlock(&n);
  return 0;
}
