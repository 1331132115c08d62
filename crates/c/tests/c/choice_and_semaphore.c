// expect: deadlock
// The semaphore begins an atomic section, in front of which the choice was made.
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
int main() {
  sem_t s;
  sem_init(&s, 0, 0);
  if (__VERIFIER_nondet_int() > 3) sem_wait(&s);
  return 0;
}
