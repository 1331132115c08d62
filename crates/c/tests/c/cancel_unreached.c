// expect: holds
#include <pthread.h>
void *one(void *p) { return 0; }
int main() {
  pthread_t t;
  int never = 0;
  pthread_create(&t, 0, one, 0);
  if (never) pthread_cancel(t);
  pthread_join(t, 0);
}
