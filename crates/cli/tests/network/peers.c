/* Who is connected hears its peer only, and is told if nobody is there. */
#include "udp.h"

int main(void) {
  char b[2];
  int from, one = box(7433), s = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in a = at(7433);
  assert(bind(s, (struct sockaddr *)&a, sizeof a) == -1 && errno == EADDRINUSE);
  assert(listen(s, 1) == -1 && errno == EOPNOTSUPP);
  assert(send(s, "x", 1, 0) == -1 && errno == EDESTADDRREQ);
  assert(bind(s, (struct sockaddr *)&a, sizeof a) == -1 && errno == EINVAL);
  assert(connect(s, (struct sockaddr *)&a, sizeof a) == 0);
  assert(say(one, "x", 1, 7435) == 1 && say(one, "x", 1, 7435) == 1);
  assert(send(s, "q", 1, 0) == 1 && hear(one, b, 2, &from) == 1 && b[0] == 'q');
  assert(say(one, "a", 1, from) == 1 && recv(s, b, 2, MSG_DONTWAIT) == 1 && b[0] == 'a');
  struct pollfd asked = {s, POLLIN | POLLOUT, 0};
  assert(poll(&asked, 1, 0) == 1 && asked.revents == POLLOUT);
  close(one);
  assert(send(s, "q", 1, 0) == 1);
  assert(poll(&asked, 1, 0) == 1 && asked.revents == (POLLOUT | POLLERR));
  assert(recv(s, b, 2, MSG_DONTWAIT) == -1 && errno == ECONNREFUSED);
  assert(send(s, "q", 1, 0) == 1);
  assert(send(s, "q", 1, 0) == -1 && errno == ECONNREFUSED);
  int two = box(7434);
  assert(say(two, "no", 2, from) == 2);
  assert(recv(s, b, 2, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  assert(say(s, "r", 1, 7434) == 1);
  assert(poll(&(struct pollfd){two, POLLIN, 0}, 1, 0) == 1);
  assert(hear(two, b, 2, &from) == 1 && b[0] == 'r');
  return 0;
}
