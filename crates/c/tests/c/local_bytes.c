// expect: memory
#include <string.h>
// A byte of a variable is used after the function returned.
char *where;
void f(void) { int x = 1; where = (char *)&x; }
int main() { f(); where[1] = 2; }
