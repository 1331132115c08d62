// expect: holds
#include <assert.h>
static _Alignas(64) int a;
static char c;
static _Alignas(128) int b;
int main() { c = 1; assert(((unsigned long)&a & 63) == 0); assert(((unsigned long)&b & 127) == 0); return 0; }
