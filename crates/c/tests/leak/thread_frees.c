// expect: holds
#include <pthread.h>
#include <stdlib.h>
void *one(void *p) { free(p); return 0; }
int main() {
  pthread_t t;
  int *p = malloc(sizeof *p);
  pthread_create(&t, 0, one, p);
  pthread_join(t, 0);
}
