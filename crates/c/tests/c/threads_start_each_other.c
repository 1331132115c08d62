// expect: race
#include <pthread.h>
// Two kinds of threads that start each other; the second generation races with the first.
int x;
void *ping(void *p);
void *pong(void *p) {
  pthread_t t;
  if (p) pthread_create(&t, 0, ping, 0);
  return 0;
}
void *ping(void *p) {
  pthread_t t;
  if (p) pthread_create(&t, 0, pong, p);
  x++;
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, ping, (void *)1);
}
