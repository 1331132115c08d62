// expect: holds
#include <assert.h>
#include <pthread.h>
_Thread_local int own;
void *one(void *p) { *(int *)p = 1; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, &own);
  pthread_join(t, 0);
  assert(own == 1);
}
