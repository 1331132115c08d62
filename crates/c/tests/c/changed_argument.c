// expect: assert
#include <assert.h>
static int twice(int n, int change) { if (change) n = 3; int before = n; return before + n; }
int main() { assert(twice(1, 0) == 2); assert(twice(1, 1) == 2); }
