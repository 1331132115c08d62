/* Who closes without having read all breaks the connection: the other side is told once. */
#include "tcp.h"

int main(void) {
  int l = listening(47304), c = connected(47304), s = accept(l, 0, 0);
  char byte;
  say(s, 'z');
  say(c, 'a');
  close(s);
  assert(hear(c) == 'z');
  assert(recv(c, &byte, 1, 0) == -1 && errno == ECONNRESET);
  assert(recv(c, &byte, 1, 0) == 0);
  assert(send(c, &byte, 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  return 0;
}
