// expect: race
#include <pthread.h>
union u { int i; char c[4]; } g;
void *one(void *p) { g.c[1] = 1; return 0; }
int main() {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  g.i = 512;
  pthread_join(a, 0);
}
