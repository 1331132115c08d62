/* What poll says, and what does not wait. */
#include "tcp.h"
#include <poll.h>

int main(void) {
  int l = listening(47306);
  struct pollfd ask[2] = {{l, POLLIN, 0}, {-1, POLLIN, 0}};
  char byte;
  assert(poll(ask, 1, 0) == 0);
  int c = connected(47306);
  assert(poll(ask, 1, -1) == 1 && ask[0].revents == POLLIN);
  int s = accept(l, 0, 0);
  ask[1].fd = s;
  assert(poll(ask, 2, 0) == 0);
  assert(recv(s, &byte, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  say(c, 'a');
  assert(poll(ask, 2, -1) == 1 && ask[0].revents == 0 && ask[1].revents == POLLIN);
  assert(recv(s, &byte, 1, MSG_PEEK) == 1 && hear(s) == 'a');
  close(c);
  assert(poll(ask, 2, -1) == 1 && (ask[1].revents & POLLIN));
  assert(recv(s, &byte, 1, 0) == 0);
  return 0;
}
