// expect: holds
#include <assert.h>
// Each activation has a variable of its own, also where its address is taken.
int walk(int n, int *above) {
  int own = n;
  int before = above ? *above : 99;
  if (n > 0) walk(n - 1, &own);
  assert(own == n && (above == 0 || (*above == before && before == n + 1)));
  return own;
}
int main() { walk(4, 0); }
