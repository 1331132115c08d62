// expect: holds
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b, readers, most;
void *write(void *p) { pthread_rwlock_wrlock(&l); a++; b++; pthread_rwlock_unlock(&l); return 0; }
void *read(void *p) { pthread_rwlock_rdlock(&l); assert(a == b); pthread_rwlock_unlock(&l); return 0; }
int main() {
  pthread_t s, t;
  pthread_create(&s, 0, write, 0); pthread_create(&t, 0, read, 0);
  if (pthread_rwlock_tryrdlock(&l) == 0) { assert(a == b); assert(pthread_rwlock_trywrlock(&l) != 0); pthread_rwlock_unlock(&l); }
  pthread_join(s, 0); pthread_join(t, 0);
  assert(pthread_rwlock_trywrlock(&l) == 0 && pthread_rwlock_tryrdlock(&l) != 0 && a == 1);
}
