/* Nobody listens: the call is refused. Then somebody does, and then not any more. */
#include "tcp.h"

static int try(void) {
  struct sockaddr_in a = address_of(47301);
  int s = socket(AF_INET, SOCK_STREAM, 0);
  int r = connect(s, (struct sockaddr *)&a, sizeof a);
  int error = errno;
  close(s);
  return r == 0 ? 0 : error;
}

int main(void) {
  assert(try() == ECONNREFUSED);
  int l = listening(47301);
  assert(try() == 0);
  close(l);
  assert(try() == ECONNREFUSED);
  return 0;
}
