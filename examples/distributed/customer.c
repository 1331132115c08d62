/* Pays in what its argument says, and waits until that is confirmed. */
#include "tcp.h"
#include <stdlib.h>

int main(int argc, char **argv) {
  int s = call(7401);
  (void)argc;
  put(s, (unsigned char)atoi(argv[1]));
  assert(get(s) == 1);
  close(s);
  return 0;
}
