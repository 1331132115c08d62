// expect: holds
#include <assert.h>
int *where;
void g(void) { (*where)++; }
void f(int n) { int x = n; where = &x; g(); assert(x == n + 1); where = 0; }
int main() { f(1); f(2); }
