// expect: memory
#include <alloca.h>
static int *f(int n) { int *p = 0; for (int i = 0; i < n; i++) { p = alloca(sizeof(int)); *p = i; } return p; }
int main() { return *f(2); }
