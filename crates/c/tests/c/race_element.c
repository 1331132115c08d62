// expect: race
#include <pthread.h>
int array[4];
void *one(void *p) { for (long i = 0; i < 3; i++) array[i] = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); array[2] = 1; return 0; }
