// expect: unsupported
// What a function of the C library gives is never guessed.
#include <assert.h>
#include <strings.h>
int main() { assert(ffs(1) == 1); return 0; }
