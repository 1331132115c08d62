// expect: unsupported
#include <stdlib.h>
int main() { char *p = malloc(4ul << 30); p[0] = 1; free(p); return 0; }
