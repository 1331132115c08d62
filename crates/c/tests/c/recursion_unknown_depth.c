// expect: within frames
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int depth(void) { return __VERIFIER_nondet_int() ? depth() + 1 : 0; }
int main() { assert(depth() >= 0); }
