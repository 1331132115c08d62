// expect: race
#include <pthread.h>
struct __attribute__((packed)) { char c[8]; } g;
struct __attribute__((packed)) far { char c; int i; };
void *one(void *p) { ((struct far *) &g)->i = 1; return 0; }
int main() {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  *(int *) &g.c[4] = 512;
  pthread_join(a, 0);
}
