// expect: holds
// What several conditions leave of an input is what all of them allow.
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned g;
void *one(void *p) { __atomic_load_n(&g, __ATOMIC_SEQ_CST); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a < 10 && b < 3 && a > b) {
    __atomic_store_n(&g, a, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&g, __ATOMIC_SEQ_CST) < 10);
  }
  return 0;
}
