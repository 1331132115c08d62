// expect: memory race
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
_Atomic int used;
void *one(void *p) { int y = *(int *) p; used = 1; return 0; }
int main() {
  pthread_t t; int *p = malloc(sizeof *p); *p = 0;
  pthread_create(&t, 0, one, p);
  if (!used) free(p);
  __VERIFIER_assume(0);
}
