// expect: within threads
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m;
void *add(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main() {
  pthread_t ids[10000];
  for (int i = 0; i < 10000; i++) pthread_create(&ids[i], 0, add, 0);
  for (int i = 0; i < 10000; i++) pthread_join(ids[i], 0);
  assert(x == 10000);
}
