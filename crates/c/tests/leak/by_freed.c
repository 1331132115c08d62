// expect: within leak
#include <stdlib.h>
struct s { struct s *next; } *head;
int main() {
  head = malloc(sizeof *head);
  head->next = malloc(sizeof *head);
  head->next->next = 0;
  free(head);
}
