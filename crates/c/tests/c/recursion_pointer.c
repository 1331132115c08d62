// expect: holds
#include <assert.h>
typedef int (*step)(int, void *);
int down(int n, void *next) { return n == 0 ? 0 : ((step)next)(n - 1, next) + 1; }
int main() {
  step s = down;
  assert(s(5, (void *)down) == 5);
}
