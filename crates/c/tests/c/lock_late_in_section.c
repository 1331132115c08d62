// expect: unsupported
// Others must not see the middle of a section, in which the thread waits behind a loop.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *one(void *p) {
  int k = __VERIFIER_nondet_int() % 2;
  __VERIFIER_atomic_begin();
  x = 1;
  for (int i = 0; i < k; i++) ;
  pthread_mutex_lock(&m);
  x = 0;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, one, 0);
  __VERIFIER_atomic_begin();
  int y = x;
  __VERIFIER_atomic_end();
  assert(y == 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
