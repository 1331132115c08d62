// expect: leak
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) { pthread_mutex_lock(&m); malloc(4); pthread_mutex_unlock(&m); return 0; }
int main() {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, one, 0);
  pthread_mutex_unlock(&m);
}
