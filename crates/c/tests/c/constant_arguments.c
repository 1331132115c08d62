// expect: race
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int seed = 1;
pthread_mutex_t m;
static int next(int n, int *result) {
  int old = seed, new;
  do new = __VERIFIER_nondet_int(); while (new == old || new == 0);
  pthread_mutex_lock(&m); seed = new; pthread_mutex_unlock(&m);
  *result = new % n;
  return new % n;
}
void *draw(void *p) { int r; assert(next(10, &r) <= 9); return 0; }
int main() { pthread_t s; pthread_create(&s, 0, draw, 0); draw(0); pthread_join(s, 0); assert(seed != 0); }
