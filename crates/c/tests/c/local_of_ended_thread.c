// expect: memory
#include <pthread.h>
void *one(void *p) { static int *q; int x = 1; q = &x; return q; }
int main() {
  pthread_t t;
  void *r;
  pthread_create(&t, 0, one, 0);
  pthread_join(t, &r);
  return *(int *)r;
}
