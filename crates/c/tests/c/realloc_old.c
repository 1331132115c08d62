// expect: memory
#include <stdlib.h>
int main() {
  int *p = malloc(sizeof *p);
  int *q = realloc(p, 8);
  *p = 1;
}
