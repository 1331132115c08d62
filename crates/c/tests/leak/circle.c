// expect: leak
#include <stdlib.h>
struct s { struct s *next; };
int main() {
  struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b; b->next = a;
  exit(0);
}
