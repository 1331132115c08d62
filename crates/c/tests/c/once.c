// expect: holds
#include <assert.h>
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
int made, ready;
void make(void) { made++; ready = 1; }
void *use(void *p) { pthread_once(&o, make); assert(ready == 1 && made == 1); return 0; }
int main() { pthread_t s, t; pthread_create(&s, 0, use, 0); pthread_create(&t, 0, use, 0); use(0); }
