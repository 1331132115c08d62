// expect: deadlock
#include <pthread.h>
pthread_mutex_t a, b;
void *one(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0; }
void *two(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return 0; }
int main() {
  pthread_t s, t;
  pthread_mutex_init(&a, 0); pthread_mutex_init(&b, 0);
  pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
  pthread_join(s, 0); pthread_join(t, 0);
}
