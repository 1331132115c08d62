// expect: assert race threads
#include <pthread.h>
#include <assert.h>
int global;
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
void *add(void *p) { pthread_mutex_lock(&one); global++; global--; pthread_mutex_unlock(&one); return 0; }
// Most of the threads cannot run, but main goes on behind the loop.
int main() {
  pthread_t ids[10000];
  for (int i = 0; i < 10000; i++) pthread_create(&ids[i], 0, add, 0);
  pthread_mutex_lock(&other);
  assert(global == 0);
  pthread_mutex_unlock(&other);
  for (int i = 0; i < 10000; i++) pthread_join(ids[i], 0);
}
