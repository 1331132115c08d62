// expect: unsupported
#include <assert.h>
extern void fill(char *);
static char b[4];
int main() { fill(b); assert(b[0] == 0); return 0; }
