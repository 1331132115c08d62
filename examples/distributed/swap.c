/* Two of these swap a byte. Who listens first is 0. With `politely` both wait for the other's byte before they send. */
#include "tcp.h"
#include <stdlib.h>

int main(int argc, char **argv) {
  int me = atoi(argv[1]), politely = argc > 2 && strcmp(argv[2], "politely") == 0, other, door;
  if (me == 0) {
    door = open_port(7402);
    other = accept(door, 0, 0);
  } else {
    other = call(7402);
  }
  if (!politely) put(other, (unsigned char)(me + 1));
  assert(get(other) == 2 - me);
  if (politely) put(other, (unsigned char)(me + 1));
  return 0;
}
