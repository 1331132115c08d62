// expect: deadlock
#include <pthread.h>
// A thread waits for itself.
void *one(void *p) { pthread_join(pthread_self(), 0); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_join(t, 0);
}
