// expect: holds
#include <pthread.h>
#include <assert.h>
struct s { int a, b; } x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) { pthread_mutex_lock(&m); x.a++; x.b++; y = x; pthread_mutex_unlock(&m); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_mutex_lock(&m);
  y = x;
  assert(y.a == y.b);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(y.a == y.b && x.a == 1);
}
