// expect: holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t items, space;
int slot, sum;
void *consume(void *p) { for (int i = 0; i < 2; i++) { sem_wait(&items); sum += slot; sem_post(&space); } return 0; }
int main() {
  pthread_t t;
  sem_init(&items, 0, 0); sem_init(&space, 0, 1);
  pthread_create(&t, 0, consume, 0);
  for (int i = 1; i <= 2; i++) { sem_wait(&space); slot = i; sem_post(&items); }
  pthread_join(t, 0);
  int left; sem_getvalue(&items, &left);
  assert(sum == 3 && left == 0 && sem_trywait(&items) == -1 && sem_trywait(&space) == 0);
  sem_destroy(&items);
}
