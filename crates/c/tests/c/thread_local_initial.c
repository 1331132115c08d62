// expect: holds
#include <assert.h>
#include <pthread.h>
// Each thread begins with the initial values, also of arrays and of static variables in functions.
_Thread_local int list[3] = {1, 2, 3};
int next(void) { static _Thread_local int n = 5; return n++; }
void *one(void *p) {
  assert(list[1] == 2 && next() == 5 && next() == 6);
  list[1] = 7;
  return 0;
}
int main() {
  pthread_t t;
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, 0, one, 0);
    pthread_join(t, 0);
  }
  one(0);
}
