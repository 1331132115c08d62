// expect: unsupported
#include <pthread.h>
void *one(void *p) { return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
}
