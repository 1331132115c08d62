// expect: memory
#include <string.h>
int a[4], b[2];
int main() { memcpy(b, a, 12); }
