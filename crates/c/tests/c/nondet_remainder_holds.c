// expect: holds
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int x, y, a[4] = { 1, 2, 3, 4 };
int pick(int n) { unsigned v = __VERIFIER_nondet_uint(); return v % 4; }
int main() { x = pick(4); y = a[x]; a[0] = 1; assert(x >= 0 && x < 4 && y == x + 1); }
