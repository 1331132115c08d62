// expect: assert
// With nothing that it could change, it gives any value.
#include <assert.h>
extern int choose(int);
static int x;
int main() { x = choose(3); assert(x != 5); return 0; }
