// expect: unsupported
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
union u { int i; char c[4]; };
void *one(void *p) { assert(((union u *) p)->c[1] == 2); assert((((union u *) p)->i & 255) == 1); return 0; }
int main() {
  pthread_t t;
  union u *p = malloc(sizeof *p);
  p->c[0] = 1; p->c[1] = 2; p->c[3] = 4;
  pthread_create(&t, 0, one, p);
  pthread_join(t, 0);
}
