// expect: assert
#include <assert.h>
int x = 258;
int main() { char *p = (char *) &x; assert(p[1] == 2); }
