// expect: within objects, and holds with more of them
#include <stdlib.h>
int main() { for (int i = 0; i < 5; i++) { int *p = malloc(sizeof(int)); *p = i; } }
