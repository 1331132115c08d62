// expect: holds
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
_Atomic int x = 1;
void *one(void *p) { __VERIFIER_atomic_begin(); x = 0; abort(); __VERIFIER_atomic_end(); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); assert(x == 1); return 0; }
