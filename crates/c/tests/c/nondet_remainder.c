// expect: assert
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int x, y;
int pick(int n) { int v = __VERIFIER_nondet_int(); return v % 4; }
int main() { x = pick(4); y = x; assert(y != -3); }
