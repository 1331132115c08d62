// expect: assert
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int one(int a) { return a + 1; }
int two(int a) { return a + 2; }
int (*table[2])(int) = { one, two };
int main() { int i = __VERIFIER_nondet_bool() ? 1 : 0; assert(table[i](1) == 2); }
