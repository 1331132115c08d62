// expect: race
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
void *one(void *p) { x++; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); if (__VERIFIER_nondet_int()) pthread_join(t, 0); x++; return 0; }
