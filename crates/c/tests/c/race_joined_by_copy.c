// expect: holds
// The number of the thread goes through other variables before it is joined.
#include <pthread.h>
pthread_t all[2];
int x;
void *one(void *p) { x++; return 0; }
void wait_for(pthread_t t) { pthread_join(t, 0); }
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  all[0] = t; u = all[0]; wait_for(u);
  pthread_create(&all[1], 0, one, 0);
  wait_for(all[1]);
  return x;
}
