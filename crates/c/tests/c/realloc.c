// expect: within objects
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main() {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1; p[1] = 2;
  int *q = realloc(p, 4 * sizeof *q);
  assert(q[0] == 1 && q[1] == 2);
  q[3] = 3;
  q = realloc(q, sizeof *q);
  assert(q[0] == 1);
  char *s = strdup("abc");
  assert(strlen(s) == 3 && s[2] == 'c' && strrchr(s, 'a') == s);
  char t[8] = "x";
  strncat(t, s, 2);
  assert(strcmp(t, "xab") == 0 && memchr(t, 'b', 4) == t + 2);
  free(s);
  free(0);
}
