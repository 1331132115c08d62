// expect: holds
#include <assert.h>
extern int measure(const char *) __attribute__((pure));
static char b[4];
int main() { measure(b); assert(b[0] == 0); return 0; }
