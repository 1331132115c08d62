// expect: memory
#include <pthread.h>
// main's thread ends, and its variables with it.
void *one(void *p) { *(_Atomic int *)p = 1; return 0; }
int main() {
  pthread_t t;
  _Atomic int x = 0;
  pthread_create(&t, 0, one, (void *)&x);
  pthread_exit(0);
}
