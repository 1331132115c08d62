// expect: holds
#include <pthread.h>
#include <assert.h>
struct pair { long a, b; } g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) { pthread_mutex_lock(&m); g.a = 1; g.b = 1; pthread_mutex_unlock(&m); return 0; }
struct pair get() { pthread_mutex_lock(&m); struct pair r = g; pthread_mutex_unlock(&m); return r; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  struct pair p = get();
  assert(p.a == p.b);
}
