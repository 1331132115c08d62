/* Orders something, and ends when that is confirmed. With `again` it orders again until it is; otherwise it relies on
   a connection that never breaks and on a shop that never crashes. */
#include "tcp.h"

static int order(void) {
  int s = call(7405), confirmed;
  put(s, 7);
  confirmed = get(s) == 1;
  close(s);
  return confirmed;
}

int main(int argc, char **argv) {
  int again = argc > 1 && strcmp(argv[1], "again") == 0, confirmed = order();
  while (again && !confirmed) confirmed = order();
  assert(confirmed);
  return 0;
}
