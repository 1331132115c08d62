// expect: unsupported
#include <assert.h>
struct s { int data; };
extern __attribute__((pure, returns_nonnull)) struct s *get(void);
int main() { assert(get()->data == 0); return 0; }
