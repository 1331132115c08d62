// expect: deadlock
#include <pthread.h>
int main() {
  pthread_mutexattr_t a; pthread_mutex_t m;
  pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_NORMAL); pthread_mutex_init(&m, &a);
  pthread_mutex_lock(&m); pthread_mutex_lock(&m);
}
