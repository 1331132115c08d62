/* Pipes and pairs of sockets. */
#include "tcp.h"
#include <fcntl.h>
#include <signal.h>

int main(void) {
  int p[2], q[2];
  char byte;
  signal(SIGPIPE, SIG_IGN);
  assert(pipe(p) == 0);
  assert(write(p[1], "a", 1) == 1);
  assert(read(p[0], &byte, 1) == 1 && byte == 'a');
  assert(fcntl(p[0], F_SETFL, O_NONBLOCK) == 0);
  assert(read(p[0], &byte, 1) == -1 && errno == EAGAIN);
  close(p[0]);
  assert(write(p[1], "b", 1) == -1 && errno == EPIPE);
  assert(close(p[0]) == -1 && errno == EBADF);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, q) == 0);
  say(q[0], 'c');
  say(q[1], 'd');
  assert(hear(q[1]) == 'c' && hear(q[0]) == 'd');
  close(q[1]);
  assert(recv(q[0], &byte, 1, 0) == 0);
  assert(send(q[0], &byte, 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  return 0;
}
