// expect: race
// A name of the sockets means nothing in a single program.
#include <pthread.h>
int __net_x;
void *one(void *p) { __net_x = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); __net_x = 2; pthread_join(t, 0); return 0; }
