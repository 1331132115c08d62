// expect: holds
#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *left, *right; };
struct node a, b, c, d;
int sum(struct node *n) { return n ? n->value + sum(n->left) + sum(n->right) : 0; }
int main() {
  a.value = 1, b.value = 2, c.value = 3, d.value = 4;
  a.left = &b, a.right = &c, c.left = &d;
  assert(sum(&a) == 10);
}
