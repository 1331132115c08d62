/* Counts what it is told, over UDP. Who tells it tries again if no answer comes, so the same may come twice: "naive"
   counts that twice, too. */
#include "tcp.h"

enum { PORT = 7420 };

int main(int argc, char **argv) {
  int naive = argc > 1 && strcmp(argv[1], "naive") == 0, s = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in a = at_port(PORT), from;
  char last = 0, now, total = 0;
  if (bind(s, (struct sockaddr *)&a, sizeof a) != 0) return 2;
  for (;;) {
    socklen_t length = sizeof from;
    if (recvfrom(s, &now, 1, 0, (struct sockaddr *)&from, &length) != 1) continue;
    if (naive || now > last) total++;
    if (now > last) last = now;
    assert(total <= last);
    sendto(s, &now, 1, 0, (struct sockaddr *)&from, length);
  }
}
