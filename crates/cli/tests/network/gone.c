/* The other side has closed: the first bytes are lost without a word, later ones are refused at some time. */
#include "tcp.h"

int main(void) {
  int l = listening(47305), c = connected(47305), s = accept(l, 0, 0), sent = 0;
  char byte = 'a';
  close(s);
  assert(recv(c, &byte, 1, 0) == 0);
  assert(send(c, &byte, 1, MSG_NOSIGNAL) == 1);
  for (;;) {
    ssize_t n = send(c, &byte, 1, MSG_NOSIGNAL);
    if (n == -1) break;
    assert(n == 1);
  }
  assert(errno == EPIPE);
  assert(recv(c, &byte, 1, 0) == 0);
  return 0;
}
