// expect: unsupported
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x;
void *one(void *p) { return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  int k = __VERIFIER_nondet_int() % 2;
  __VERIFIER_atomic_begin();
  x = 1;
  for (int i = 0; i < k; i++) ;
  pthread_join(t, 0);
  __VERIFIER_atomic_end();
  return 0;
}
