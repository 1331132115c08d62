// expect: holds
#include <assert.h>
#include <stdlib.h>
struct buffer { int length; short data[]; };
int main() {
  struct buffer *b = malloc(sizeof *b + 3 * sizeof(short));
  b->length = 3;
  for (int i = 0; i < 3; i++) b->data[i] = i;
  assert(b->data[2] == 2 && b->length == 3);
}
