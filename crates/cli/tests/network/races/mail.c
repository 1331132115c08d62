/* Which of three messages come to a socket that is there for some time only, and whether the sender is told. */
#include "race.h"

static int told, heard;

static void *first(void *arg) {
  struct sockaddr_in a = at(47353);
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  connect(s, (struct sockaddr *)&a, sizeof a);
  for (char c = 1; c <= 3; c++) {
    PAUSE;
    if (send(s, &c, 1, 0) != 1) told = 1;
  }
  close(s);
  return arg;
}

static void second(void) {
  struct sockaddr_in a = at(47353);
  char c;
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  PAUSE;
  bind(s, (struct sockaddr *)&a, sizeof a);
  for (int i = 0; i < 2; i++) {
    PAUSE;
    if (recv(s, &c, 1, MSG_DONTWAIT) == 1) heard = 4 * heard + c;
  }
  close(s);
}

static int outcome(void) { return 16 * told + heard; }
