// expect: holds
#include <stdlib.h>
struct s { struct s *next; } *head;
int main() {
  for (int i = 0; i < 3; i++) { struct s *n = malloc(sizeof *n); n->next = head; head = n; }
  return 0;
}
