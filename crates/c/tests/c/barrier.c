// expect: holds
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int x, y, serial[2];
void *other(void *p) {
  x = 1;
  if (pthread_barrier_wait(&b)) serial[0]++;
  assert(y == 1);
  if (pthread_barrier_wait(&b)) serial[1]++;
  y = 2;
  return 0;
}
int main() {
  pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, other, 0);
  y = 1;
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial[0]++;
  assert(x == 1 && y == 1);
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial[1]++;
  pthread_join(t, 0);
  assert(serial[0] == 1 && serial[1] == 1 && y == 2);
}
