// expect: memory race
#include <pthread.h>
// In a loop, there is a moment between two calls in which the variable is gone.
_Atomic(_Atomic int *) where;
void *one(void *p) { if (where) *where = 1; return 0; }
void f(void) { _Atomic int x = 0; where = &x; x = 2; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  while (1) f();
}
