// expect: assert
#include <assert.h>
struct big { long a, b, c; };
int change(struct big b) { b.a = 2; return b.a; }
int main() { struct big b = {1, 2, 3}; change(b); assert(b.a == 2); }
