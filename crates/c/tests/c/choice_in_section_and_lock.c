// expect: unsupported
// Whether the section can begin would depend on what is chosen in it.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *one(void *p) {
  __VERIFIER_atomic_begin();
  x = 1;
  if (__VERIFIER_nondet_bool()) pthread_mutex_lock(&m);
  __VERIFIER_atomic_end();
  return 0;
}
int main() {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, one, 0);
  pthread_join(t, 0);
  return 0;
}
