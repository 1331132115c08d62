/* Bytes that were sent before the end are delivered before it; also if nobody has accepted yet. */
#include "tcp.h"

int main(void) {
  int l = listening(47303), c = connected(47303);
  char byte;
  say(c, 'a');
  say(c, 'b');
  close(c);
  int s = accept(l, 0, 0);
  assert(hear(s) == 'a' && hear(s) == 'b');
  assert(recv(s, &byte, 1, 0) == 0 && recv(s, &byte, 1, 0) == 0);
  return 0;
}
