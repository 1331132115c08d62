// expect: holds
#include <pthread.h>
// When main returns, the program ends.
void *one(void *p) { *(_Atomic int *)p = 1; return 0; }
int main() {
  pthread_t t;
  _Atomic int x = 0;
  pthread_create(&t, 0, one, (void *)&x);
}
