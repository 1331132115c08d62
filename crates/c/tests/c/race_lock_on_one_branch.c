// expect: race
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *one(void *p) {
  int locked = __VERIFIER_nondet_int();
  if (locked) pthread_mutex_lock(&m);
  x++;
  if (locked) pthread_mutex_unlock(&m);
  return 0;
}
int main() { pthread_t t; pthread_create(&t, 0, one, 0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
