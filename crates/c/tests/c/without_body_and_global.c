// expect: unsupported
#include <assert.h>
extern void act(void);
int x;
int main() { act(); assert(x == 0); return 0; }
