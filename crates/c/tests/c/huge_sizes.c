// expect: holds
// Nobody has so much memory.
#include <assert.h>
#include <stdlib.h>
int main() {
  assert(malloc((size_t)-1) == 0);
  assert(calloc((size_t)1 << 40, (size_t)1 << 40) == 0);
  return 0;
}
