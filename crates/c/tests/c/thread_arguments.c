// expect: holds
#include <pthread.h>
#include <assert.h>
int cells[2];
void *one(void *p) { int *cell = p; *cell = *cell + 5; return p; }
int main() {
  pthread_t t[2]; void *r;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, one, &cells[i]);
  pthread_join(t[0], &r); assert(r == &cells[0]);
  pthread_join(t[1], &r); assert(cells[0] == 5 && cells[1] == 5 && r == &cells[1]);
}
