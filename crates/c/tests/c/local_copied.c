// expect: memory
#include <string.h>
struct s { int a, b; };
struct s *where;
void f(void) { struct s x = {1, 2}; where = &x; }
int main() { struct s y; f(); memcpy(&y, where, sizeof y); }
