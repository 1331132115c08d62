// expect: memory
#include <stdlib.h>
struct buffer { int length; short data[]; };
int main() {
  struct buffer *b = malloc(sizeof *b + 3 * sizeof(short));
  b->data[3] = 1;
}
