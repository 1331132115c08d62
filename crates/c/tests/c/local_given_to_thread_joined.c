// expect: holds
#include <assert.h>
#include <pthread.h>
void *one(void *p) { *(int *)p += 1; return 0; }
int with_thread(int n) {
  pthread_t t;
  int x = n;
  pthread_create(&t, 0, one, &x);
  pthread_join(t, 0);
  return x;
}
int main() {
  assert(with_thread(1) == 2);
  assert(with_thread(4) == 5);
}
