// expect: holds
#include <stdio.h>
int main() { printf("%%n %d\n", 1); return 0; }
