// expect: memory
#include <semaphore.h>
sem_t s;
int *p;
int main() { sem_init(&s, 0, 0); *p = 1; sem_wait(&s); }
