// expect: holds
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;
void __VERIFIER_atomic_add(void) { x++; y += x; }
void *one(void *p) { __VERIFIER_atomic_add(); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); __VERIFIER_atomic_begin(); x = y; __VERIFIER_atomic_end(); return 0; }
