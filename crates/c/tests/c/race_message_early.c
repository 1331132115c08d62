// expect: race
#include <pthread.h>
#include <stdatomic.h>
atomic_int ready; int data;
void *producer(void *p) { ready = 1; data = 5; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, producer, 0); while (!ready); return data; }
