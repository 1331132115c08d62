// expect: assert
#include <pthread.h>
#include <assert.h>
// Each round is noticed: what it stores can be taken away again.
_Atomic int x;
void *store(void *p) { for (unsigned i = 0; i < 10; i++) x = 1; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, store, 0);
  for (int k = 0; k < 5; k++) { while (x != 1); x = 0; }
  assert(0);
}
