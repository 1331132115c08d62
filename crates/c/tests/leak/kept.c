// expect: holds
#include <stdlib.h>
int *kept;
int main() { kept = malloc(2 * sizeof *kept); kept++; return 0; }
