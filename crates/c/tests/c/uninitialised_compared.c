// expect: assert
#include <assert.h>
int main() { int x, y = 0; if (x) y = 1; if (x != 7 && y) y = 2; if (!x) y++; assert(y != 1 || x == 7 || !x); assert(y != 2); return 0; }
