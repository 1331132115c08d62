// expect: holds
#include <pthread.h>
int x;
void *one(void *p) { x++; return 0; }
int main() {
  pthread_t t, u;
  x = 1; pthread_create(&t, 0, one, 0); pthread_join(t, 0);
  x++; pthread_create(&u, 0, one, 0); pthread_join(u, 0);
  return x;
}
