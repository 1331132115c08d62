/* Who calls may come too early, and may send to who has closed: how often it was refused, and how its two sends and its
   read went. */
#include "race.h"

static int refused, results;

static void *first(void *arg) {
  struct sockaddr_in a = at(47352);
  char c;
  for (;;) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    PAUSE;
    if (connect(s, (struct sockaddr *)&a, sizeof a) == 0) {
      results = send(s, "a", 1, MSG_NOSIGNAL) == 1 ? 0 : errno == EPIPE ? 1 : 2;
      PAUSE;
      results = 3 * results + (send(s, "b", 1, MSG_NOSIGNAL) == 1 ? 0 : errno == EPIPE ? 1 : 2);
      PAUSE;
      int n = (int)recv(s, &c, 1, 0);
      results = 3 * results + (n == 1 ? 0 : n == 0 ? 1 : 2);
      close(s);
      return arg;
    }
    refused = 1;
    close(s);
  }
}

static void second(void) {
  char c;
  PAUSE;
  int l = door(47352), s = accept(l, 0, 0);
  PAUSE;
  recv(s, &c, 1, 0);
  send(s, "z", 1, MSG_NOSIGNAL);
  PAUSE;
  close(s);
  close(l);
}

static int outcome(void) { return 27 * refused + results; }
