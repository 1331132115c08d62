// expect: unsupported
#include <assert.h>
struct s { int a, b; };
int main() { struct s u, v; u.a = 4; v = u; assert(v.b == 4); }
