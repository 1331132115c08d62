// expect: memory
#include <string.h>
#include <stdlib.h>
int a[2];
int main() { int *p = malloc(8); free(p); memcpy(p, a, 8); }
