// expect: unsupported
#include <assert.h>
#include <setjmp.h>
static sigjmp_buf e;
int main() { int v = 0; if (sigsetjmp(e, 0) == 0) siglongjmp(e, 1); else assert(0); return 0; }
