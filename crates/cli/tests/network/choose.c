/* select: a set says who has something to read, who can write, and that nobody does in time; a closed descriptor is none. */
#include "tcp.h"
#include <errno.h>
#include <sys/select.h>

int main(void) {
  int p[2], q[2];
  char byte;
  fd_set in, out;
  struct timeval now = {0, 0};
  assert(pipe(p) == 0 && pipe(q) == 0);
  FD_ZERO(&in);
  FD_SET(p[0], &in);
  FD_SET(q[0], &in);
  assert(select(q[1] + 1, &in, 0, 0, &now) == 0);
  assert(!FD_ISSET(p[0], &in) && !FD_ISSET(q[0], &in));
  assert(write(q[1], "x", 1) == 1);
  FD_SET(p[0], &in);
  FD_SET(q[0], &in);
  FD_ZERO(&out);
  FD_SET(p[1], &out);
  assert(select(q[1] + 1, &in, &out, 0, 0) == 2);
  assert(!FD_ISSET(p[0], &in) && FD_ISSET(q[0], &in) && FD_ISSET(p[1], &out));
  assert(read(q[0], &byte, 1) == 1 && byte == 'x');
  /* The end can be read, too. */
  close(p[1]);
  FD_SET(p[0], &in);
  assert(select(q[1] + 1, &in, 0, 0, 0) == 1);
  assert(FD_ISSET(p[0], &in) && !FD_ISSET(q[0], &in));
  close(p[0]);
  assert(select(q[1] + 1, &in, 0, 0, 0) == -1 && errno == EBADF);
  return 0;
}
