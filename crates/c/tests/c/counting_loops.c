// expect: holds
#include <pthread.h>
#include <assert.h>
// Rounds that nobody notices need no states of their own: these have more than can be followed.
void *count(void *p) {
  int i = 0, odd = 0;
  for (i = 0; i < 30000; i++);
  assert(i == 30000);
  for (; i <= 60000; i += 1) odd = 1;
  assert(i == 60001 && odd);
  return 0;
}
int main() { pthread_t s, t; pthread_create(&s, 0, count, 0); pthread_create(&t, 0, count, 0); pthread_join(s, 0); pthread_join(t, 0); }
