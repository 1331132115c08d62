// The second object may have the address of the first one.
#include <assert.h>
#include <stdlib.h>
int main() {
  int *before = 0;
  for (int i = 0; i < 2; i++) {
    int *p = malloc(sizeof(int));
    assert(p != before);
    before = p;
    free(p);
  }
}
