// expect: assert unsupported
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int x, y, z;
int main() { x = __VERIFIER_nondet_int(); y = x * 16 + 1000; z = __VERIFIER_nondet_int(); assert(z != y || x == 5); }
