// expect: holds
#include <pthread.h>
#include <assert.h>
// Nobody waits for the thread; when main's thread ends alone, the other one goes on.
_Atomic int done;
void *one(void *p) { pthread_detach(pthread_self()); done = 1; assert(done == 1); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_detach(t);
  pthread_exit(0);
}
