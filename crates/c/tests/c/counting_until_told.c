// expect: assert
#include <pthread.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
_Atomic int stop;
// The loop can be left in the middle, by an input or by the other thread.
void *count(void *p) {
  int i = 0;
  while (i < 40) { if (__VERIFIER_nondet_int() == 3) break; i++; }
  int j = 0;
  while (j < 20 && !stop) j++;
  assert(!(i == 17 && j == 11));
  return 0;
}
int main() { pthread_t t; pthread_create(&t, 0, count, 0); stop = 1; pthread_join(t, 0); }
