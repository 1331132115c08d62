// expect: within objects, and holds with more of them
#include <alloca.h>
int main() { for (int i = 0; i < 9; i++) { int *p = alloca(sizeof(int)); *p = i; } return 0; }
