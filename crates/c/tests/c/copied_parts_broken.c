// expect: assert
#include <assert.h>
#include <string.h>
int a[4] = {1, 2, 3, 4};
int main() { int b[2]; memcpy(b, a + 1, 8); assert(b[1] == 2); }
