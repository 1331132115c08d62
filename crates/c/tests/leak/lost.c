// expect: leak
#include <stdlib.h>
int main() { int *p = malloc(sizeof *p); *p = 1; return 0; }
