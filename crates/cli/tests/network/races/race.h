/* Two threads that meet on loopback. Natively each pauses for some time of its own at PAUSE; what comes out is the exit
   status. With RULED_OUT it is claimed that this is not it. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef RULED_OUT
#define PAUSE ((void)0)
#else
static _Thread_local unsigned long chance;
#define PAUSE \
  do { \
    if (!chance) chance = strtoul(getenv("SEED"), 0, 10) * 7919 + 104729 * ((unsigned long)pthread_self() >> 12 & 15) + 1; \
    chance = chance * 6364136223846793005ul + 1442695040888963407ul; \
    if (chance >> 62) usleep(1u << (chance >> 40) % 12); \
  } while (0)
#endif

static struct sockaddr_in at(int port) {
  struct sockaddr_in a;
  memset(&a, 0, sizeof a);
  a.sin_family = AF_INET;
  a.sin_port = htons((unsigned short)port);
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}

static int door(int port) {
  struct sockaddr_in a = at(port);
  int s = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(s, (struct sockaddr *)&a, sizeof a) != 0 || listen(s, 4) != 0) _exit(99);
  return s;
}

static void *first(void *arg);
static void second(void);
static int outcome(void);

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  second();
  pthread_join(t, 0);
#ifdef RULED_OUT
  assert(outcome() != RULED_OUT);
#endif
  return outcome();
}
