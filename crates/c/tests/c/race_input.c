// expect: race
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
void *one(void *p) { if (__VERIFIER_nondet_int() == 7) x = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); if (__VERIFIER_nondet_int() > 3) x = 2; return 0; }
