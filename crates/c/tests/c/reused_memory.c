// expect: assert
// A loop allocates at one place, and gets an address again that it has freed.
#include <stdlib.h>
#include <assert.h>
int *kept;
int main() {
  for (int i = 0; i < 2; i++) { int *p = malloc(sizeof(int)); *p = i; assert(p != kept || i == 0); kept = p; free(p); }
}
