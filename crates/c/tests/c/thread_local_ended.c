// expect: memory
#include <pthread.h>
// The variable is gone when its thread has ended.
_Thread_local int own;
void *one(void *p) { own = 1; return &own; }
int main() {
  pthread_t t;
  void *r;
  pthread_create(&t, 0, one, 0);
  pthread_join(t, &r);
  return *(int *)r;
}
