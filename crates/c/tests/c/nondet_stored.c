// expect: race
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
// The input is kept next to indices, but nothing reads it.
int memory[8], next = 1, top;
pthread_mutex_t m;
void *push(void *p) {
  int value = __VERIFIER_nondet_int();
  pthread_mutex_lock(&m); int new = next; next += 2; pthread_mutex_unlock(&m);
  memory[new] = value;
  pthread_mutex_lock(&m); memory[new + 1] = top; top = new; pthread_mutex_unlock(&m);
  assert(top != 0);
  return 0;
}
int main() { pthread_t s, t; pthread_create(&s, 0, push, 0); pthread_create(&t, 0, push, 0); pthread_join(s, 0); pthread_join(t, 0); }
