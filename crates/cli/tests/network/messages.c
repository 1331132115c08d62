/* Messages keep their borders and their order, what does not fit is lost, and an empty one is one, too. */
#include "udp.h"

int main(void) {
  char b[4] = {0};
  int from, one = box(7431), two = box(7432);
  assert(hear(two, b, 4, &from) == -1 && errno == EAGAIN);
  assert(say(one, "abc", 3, 7432) == 3 && say(two, "", 0, 7432) == 0 && say(one, "de", 2, 7432) == 2);
  assert(recv(two, b, 1, MSG_PEEK) == 1 && b[0] == 'a');
  assert(hear(two, b, 2, &from) == 2 && b[0] == 'a' && b[1] == 'b' && from == 7431);
  assert(hear(two, b, 4, &from) == 0 && from == 7432);
  assert(hear(two, b, 4, &from) == 2 && b[0] == 'd' && b[1] == 'e' && from == 7431);
  assert(hear(two, b, 4, &from) == -1 && errno == EAGAIN);
  return 0;
}
