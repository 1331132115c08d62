// expect: race
// Both ways lead to the same location; the one with the lock is shorter.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
_Atomic int a;
int x;
void *one(void *p) {
  int locked = __VERIFIER_nondet_int();
  if (locked) pthread_mutex_lock(&m); else { a = 1; a = 2; a = 3; }
  x = 1;
  if (locked) pthread_mutex_unlock(&m);
  return 0;
}
int main() { pthread_t t; a = 0; pthread_create(&t, 0, one, 0); pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return 0; }
