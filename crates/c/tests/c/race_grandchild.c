// expect: race
// The thread that is joined has started another one, which goes on.
#include <pthread.h>
int x;
void *inner(void *p) { x++; return 0; }
void *outer(void *p) { pthread_t t; pthread_create(&t, 0, inner, 0); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, outer, 0); pthread_join(t, 0); x++; return 0; }
