// expect: memory
// An index beyond the small buffer does not become right because it falls into the large one.
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main() {
  char *small = malloc(8), *large = malloc(64);
  char *name = __VERIFIER_nondet_bool() ? small : large;
  name[40] = 0;
  free(small);
  free(large);
  return 0;
}
