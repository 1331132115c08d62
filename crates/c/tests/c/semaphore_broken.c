// expect: deadlock assert race
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s[2];
int inside;
void *use(void *p) { sem_wait(&s[0]); assert(inside++ == 0); inside--; sem_post(&s[0]); return 0; }
int main() {
  pthread_t a, b;
  sem_init(&s[0], 0, 2); sem_init(&s[1], 0, 0);
  pthread_create(&a, 0, use, 0); pthread_create(&b, 0, use, 0);
  sem_wait(&s[1]);
}
