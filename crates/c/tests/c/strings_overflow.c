// expect: memory
#include <string.h>
char small[4];
int main() { strcpy(small, "abcd"); }
