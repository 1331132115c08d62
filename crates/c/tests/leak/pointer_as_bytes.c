// expect: unsupported
#include <stdlib.h>
#include <string.h>
static char kept[8];
int main() { int *p = malloc(4); memcpy(kept, &p, 8); return 0; }
