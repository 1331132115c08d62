/* One side sends no more; the other one still does. */
#include "tcp.h"

int main(void) {
  int l = listening(47302), c = connected(47302), s = accept(l, 0, 0);
  char byte;
  say(c, 'a');
  assert(shutdown(c, SHUT_WR) == 0);
  assert(hear(s) == 'a');
  assert(recv(s, &byte, 1, 0) == 0);
  say(s, 'b');
  assert(hear(c) == 'b');
  assert(send(c, "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  close(s);
  assert(recv(c, &byte, 1, 0) == 0);
  return 0;
}
