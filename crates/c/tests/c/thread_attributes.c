// expect: holds
#include <pthread.h>
void *one(void *p) { return 0; }
int main() {
  pthread_attr_t a;
  pthread_t t;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 1 << 20);
  pthread_create(&t, &a, one, 0);
  pthread_join(t, 0);
  pthread_attr_destroy(&a);
  return 0;
}
