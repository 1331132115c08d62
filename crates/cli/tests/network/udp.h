/* Messages between datagram sockets of this process. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in at(int port) {
  struct sockaddr_in a;
  memset(&a, 0, sizeof a);
  a.sin_family = AF_INET;
  a.sin_port = htons((unsigned short)port);
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}

static int box(int port) {
  struct sockaddr_in a = at(port);
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  assert(bind(s, (struct sockaddr *)&a, sizeof a) == 0);
  return s;
}

static long say(int s, const char *text, unsigned long size, int port) {
  struct sockaddr_in a = at(port);
  return sendto(s, text, size, 0, (struct sockaddr *)&a, sizeof a);
}

static long hear(int s, char *text, unsigned long size, int *port) {
  struct sockaddr_in a;
  socklen_t length = sizeof a;
  long n = recvfrom(s, text, size, MSG_DONTWAIT, (struct sockaddr *)&a, &length);
  if (n >= 0) *port = ntohs(a.sin_port);
  return n;
}
