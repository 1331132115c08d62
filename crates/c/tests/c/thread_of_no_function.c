// expect: unsupported
#include <pthread.h>
void *one(void *p) { return 0; }
int main(int n, char **a) {
  pthread_t t;
  void *(*f)(void *) = n > 3 ? one : 0;
  pthread_create(&t, 0, f, 0);
}
