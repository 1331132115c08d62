// expect: holds
#include <stdlib.h>
int main() { int *p = malloc(sizeof *p); *p = 1; free(p); return 0; }
