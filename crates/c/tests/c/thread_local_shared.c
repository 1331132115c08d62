// expect: race
#include <pthread.h>
// Another thread has the address of a thread-local variable.
_Thread_local int own;
void *one(void *p) { *(int *)p = 1; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, &own);
  own = 2;
  pthread_join(t, 0);
}
