/* What the programs here have in common. Their assertions are what the kernel does on loopback. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address_of(int port) {
  struct sockaddr_in a;
  memset(&a, 0, sizeof a);
  a.sin_family = AF_INET;
  a.sin_port = htons((unsigned short)port);
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}

static int listening(int port) {
  struct sockaddr_in a = address_of(port);
  int on = 1, s = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  assert(bind(s, (struct sockaddr *)&a, sizeof a) == 0);
  assert(listen(s, 4) == 0);
  return s;
}

static int connected(int port) {
  struct sockaddr_in a = address_of(port);
  int s = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(s, (struct sockaddr *)&a, sizeof a) == 0);
  return s;
}

static void say(int s, char c) { assert(send(s, &c, 1, MSG_NOSIGNAL) == 1); }

static char hear(int s) {
  char c = 0;
  assert(recv(s, &c, 1, 0) == 1);
  return c;
}
