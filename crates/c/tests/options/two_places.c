// Memory that one place frees could be handed out by the other one, and the program looks.
#include <stdlib.h>
int main() {
  int *p = malloc(sizeof(int));
  *p = 1;
  free(p);
  int *q = malloc(sizeof(int));
  *q = p == q;
  free(q);
}
