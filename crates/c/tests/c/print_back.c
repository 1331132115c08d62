// expect: unsupported
#include <assert.h>
#include <stdio.h>
int main() { int x = 0; printf("%% %5d%n", 1, &x); assert(x == 0); return 0; }
