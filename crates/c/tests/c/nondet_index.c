// expect: holds
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
struct cell { int value; pthread_mutex_t m; } a[4];
void *use(void *p) {
  int i = __VERIFIER_nondet_int();
  if (!(0 <= i && i < 4)) abort();
  pthread_mutex_lock(&a[i].m);
  if (__VERIFIER_nondet_int()) { a[i].value++; a[i].value--; } else assert(a[i].value == 0);
  pthread_mutex_unlock(&a[i].m);
  return 0;
}
int main() { pthread_t s; pthread_create(&s, 0, use, 0); use(0); }
