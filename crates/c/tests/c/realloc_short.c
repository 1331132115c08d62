// expect: memory
#include <stdlib.h>
int main() {
  int *p = malloc(8);
  p = realloc(p, 4);
  p[1] = 1;
}
