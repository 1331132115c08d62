// expect: holds
#include <pthread.h>
union u { int i; char c[4]; short s[2]; } g;
void *one(void *p) { g.c[1] = 1; return 0; }
void *two(void *p) { g.s[1] = 1; return 0; }
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  g.c[0] = 1;
  pthread_join(a, 0); pthread_join(b, 0);
  return g.i;
}
