/* In which parts three bytes arrive that are sent as two and one. */
#include "race.h"

static int parts;

static void *first(void *arg) {
  char b[4];
  struct sockaddr_in a = at(47351);
  int s = socket(AF_INET, SOCK_STREAM, 0);
  while (connect(s, (struct sockaddr *)&a, sizeof a) != 0) PAUSE;
  for (;;) {
    PAUSE;
    int n = (int)recv(s, b, sizeof b, 0);
    if (n <= 0) break;
    parts = 4 * parts + n;
  }
  close(s);
  return arg;
}

static void second(void) {
  int l = door(47351), s = accept(l, 0, 0);
  PAUSE;
  send(s, "ab", 2, MSG_NOSIGNAL);
  PAUSE;
  send(s, "c", 1, MSG_NOSIGNAL);
  PAUSE;
  close(s);
}

static int outcome(void) { return parts; }
