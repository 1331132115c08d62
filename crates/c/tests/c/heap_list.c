// expect: holds
#include <stdlib.h>
#include <assert.h>
struct node { int value; struct node *next; };
int main() {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) { struct node *n = malloc(sizeof(struct node)); n->value = i; n->next = head; head = n; }
  int sum = 0;
  while (head) { struct node *n = head; sum = 10 * sum + n->value; head = n->next; free(n); }
  assert(sum == 210);
}
