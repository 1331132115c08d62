// expect: memory
#include <alloca.h>
#include <stdlib.h>
int main() { int *p = 0; for (int i = 0; i < 2; i++) { p = alloca(sizeof(int)); *p = i; } free(p); return 0; }
