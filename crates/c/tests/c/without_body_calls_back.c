// expect: unsupported
#include <assert.h>
extern void each(void (*)(void));
static void f(void) { assert(0); }
int main() { each(f); return 0; }
