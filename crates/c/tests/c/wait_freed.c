// expect: memory
#include <pthread.h>
#include <stdlib.h>
struct s { pthread_cond_t c; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main() {
  struct s *q = malloc(sizeof *q);
  free(q);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&q->c, &m);
  return 0;
}
