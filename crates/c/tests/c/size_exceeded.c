// expect: memory
#include <stdlib.h>
static int *make(int n) { int *p = malloc(n * sizeof(int)); return p; }
int main() { int n = 3, local[n]; local[2] = 1; make(n)[3] = 1; }
