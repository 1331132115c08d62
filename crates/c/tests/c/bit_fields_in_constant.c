// expect: holds
#include <assert.h>
struct bits { unsigned a : 20; int b : 3; } x = { 5, 0 };
int main() { assert(x.a == 5 && x.b == 0); return 0; }
