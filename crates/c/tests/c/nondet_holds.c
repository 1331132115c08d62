// expect: holds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x;
int main() { x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3 && x < 1000000 && x != 77); int y = x; assert(y >= 4 && y != 77 && y == x); }
