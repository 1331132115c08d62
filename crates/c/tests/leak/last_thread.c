// expect: leak
#include <pthread.h>
#include <stdlib.h>
void *one(void *p) { return 0; }
int main() {
  pthread_t t;
  int *p = malloc(sizeof *p);
  pthread_create(&t, 0, one, p);
  pthread_exit(0);
}
