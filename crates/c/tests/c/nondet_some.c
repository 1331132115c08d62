// expect: unsupported
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a, b;
int main() { a = __VERIFIER_nondet_uint(); b = __VERIFIER_nondet_uint(); assert(a * b != 5917 || a > 1000); }
