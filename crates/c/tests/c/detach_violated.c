// expect: assert
#include <pthread.h>
#include <assert.h>
_Atomic int x;
void *one(void *p) { x = 1; assert(x == 1); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_detach(t);
  x = 2;
  pthread_exit(0);
}
