// expect: memory
#include <pthread.h>
#include <stdlib.h>
struct s { pthread_cond_t c; };
int main() {
  struct s *q = malloc(sizeof *q);
  pthread_cond_init(&q->c, 0);
  free(q);
  pthread_cond_signal(&q->c);
  return 0;
}
