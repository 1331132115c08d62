// expect: race
// The first thread has ended when the last one is created, but the one that it started goes on.
#include <pthread.h>
int x;
void *inner(void *p) { x = 1; return 0; }
void *outer(void *p) { pthread_t t; pthread_create(&t, 0, inner, 0); return 0; }
void *last(void *p) { x = 2; return 0; }
int main() { pthread_t t, u; pthread_create(&t, 0, outer, 0); pthread_join(t, 0); pthread_create(&u, 0, last, 0); return 0; }
