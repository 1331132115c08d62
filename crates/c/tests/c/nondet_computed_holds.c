// expect: race
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int x, limit = 5, small, far;
void *change(void *p) { limit = 9; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  x = __VERIFIER_nondet_int();
  small = x < limit;           // a variable with few values
  far = x - 100;
  if (far == 11) assert(x == 111);
  if (small) assert(x < 9);
  long wide = (long)x + 1;
  assert((wide > 0) == (x > -1));
  unsigned third = 3u * (unsigned)x;
  if (third == 30u && x > 0 && x < 1000) assert(x == 10);
}
