// expect: assert
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
__thread int last;
// The first thread stays at its assumption forever, but it has given the lock back.
void *one(void *p) {
  pthread_mutex_lock(&m);
  last = ++count == 2;
  pthread_mutex_unlock(&m);
  __VERIFIER_assume(last);
  assert(0);
}
int main() { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, one, 0); }
