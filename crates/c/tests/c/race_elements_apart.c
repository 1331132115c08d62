// expect: holds
#include <pthread.h>
int array[4];
void *one(void *p) { for (long i = (long) p; i < 4; i += 2) array[i] = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, (void *) 0); one((void *) 1); return 0; }
