// expect: race
// The run does not count behind the load, but the load does.
#include <pthread.h>
extern void __VERIFIER_assume(int);
int x = 1;
void *one(void *p) { x = 2; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); __VERIFIER_assume(x == 0); return 0; }
