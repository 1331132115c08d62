// expect: holds
#include <assert.h>
#include <pthread.h>
// A thread waits for main's thread, which ends by pthread_exit.
_Atomic int x;
pthread_t first;
void *one(void *p) { pthread_join(first, 0); assert(x == 1); return 0; }
int main() {
  pthread_t t;
  first = pthread_self();
  pthread_create(&t, 0, one, 0);
  x = 1;
  pthread_exit(0);
}
