// expect: holds
#include <pthread.h>
void *one(void *p) { *(_Atomic int *)p = 1; return 0; }
int main() {
  pthread_t t;
  _Atomic int x = 0;
  pthread_create(&t, 0, one, (void *)&x);
  pthread_join(t, 0);
  pthread_exit(0);
}
