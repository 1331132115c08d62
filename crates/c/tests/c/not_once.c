// expect: assert race
#include <assert.h>
#include <pthread.h>
pthread_once_t o, p;
int made;
void make(void) { made++; }
void *use(void *q) { pthread_once(q, make); return 0; }
int main() { pthread_t s, t; pthread_create(&s, 0, use, &o); pthread_create(&t, 0, use, &p); pthread_join(s, 0); pthread_join(t, 0); assert(made == 1); }
