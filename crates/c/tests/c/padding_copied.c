// expect: holds
#include <assert.h>
struct s { char a; int b; };
struct s make(int b) { struct s r; r.a = 1; r.b = b; return r; }
int sum(struct s x) { return x.a + x.b; }
int main() {
  struct s x = make(2);
  assert(sum(x) == 3);
}
