// expect: holds
#include <assert.h>
int f(int n) { return n ? n + f(n - 1) : 0; }
int main() { assert(f(3) == 6); }
