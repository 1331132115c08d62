// expect: holds
#include <pthread.h>
#include <stdatomic.h>
atomic_int ready; int data;
void *producer(void *p) { data = 5; ready = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, producer, 0); while (!ready); return data; }
