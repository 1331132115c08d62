// expect: holds
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
_Atomic int n;
int sum;
void *one(void *p) { sum += 3 * n + 1; return 0; }
int main() { pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t, 0, one, 0); n = n * 2; pthread_join(t, 0); return 0; }
