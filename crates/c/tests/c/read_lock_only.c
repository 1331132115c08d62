// expect: assert race
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l;
int x;
void *add(void *p) { pthread_rwlock_rdlock(&l); int y = x; x = y + 1; pthread_rwlock_unlock(&l); return 0; }
int main() {
  pthread_t s, t; pthread_rwlock_init(&l, 0);
  pthread_create(&s, 0, add, 0); pthread_create(&t, 0, add, 0); pthread_join(s, 0); pthread_join(t, 0);
  assert(x == 2);
}
