// expect: holds
#include <stdlib.h>
static _Thread_local int *p;
int main() { p = malloc(4); return 0; }
