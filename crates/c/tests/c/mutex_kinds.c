// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t recursive, checking, plain;
int x;
void *add(void *p) {
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive); int y = x; pthread_mutex_unlock(&recursive);
  x = y + 1;
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  return 0;
}
int main() {
  pthread_mutexattr_t a; pthread_t t;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&recursive, &a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&checking, &a);
  pthread_mutex_init(&plain, 0);
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(pthread_mutex_lock(&checking) == 0 && pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_trylock(&checking) == EBUSY && pthread_mutex_unlock(&checking) == 0);
  assert(pthread_mutex_trylock(&plain) == 0 && pthread_mutex_trylock(&plain) == EBUSY && x == 2);
}
