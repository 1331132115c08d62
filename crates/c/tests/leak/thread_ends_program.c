// expect: leak
// Another thread ends the program while the first one has memory.
#include <pthread.h>
#include <stdlib.h>
void *one(void *p) { exit(2); }
int main() {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  int *p = malloc(4);
  pthread_join(t, 0);
  free(p);
  return 0;
}
