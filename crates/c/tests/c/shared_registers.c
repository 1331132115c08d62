// expect: holds
#include <assert.h>
#include <pthread.h>
// The same function is called at two places, and the calls see each other's variables at no time.
_Atomic int x;
int look(int start) {
  int sum = start;
  for (int i = 0; i < 2; i++) sum += x != 0 || 1;
  return sum;
}
void *one(void *p) { x = 1; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  int a = look(10), b = look(20) + look(30);
  assert(a == 12 && b == 54);
}
