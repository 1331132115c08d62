/* A user of the chat server, under the name that is its first argument. With `speaks` it says something until somebody has
   got it; otherwise it waits until somebody says something. Then it leaves. */
#include "tcp.h"

static int s;

static void say(const char *line, unsigned long length) {
  long n = send(s, line, length, MSG_NOSIGNAL);
  assert(n == (long)length);
}

/* The first two characters of the next line. */
static void hear(int *first, int *second) {
  int byte = get(s);
  *first = byte;
  *second = 0;
  for (byte = get(s); byte != '\n'; byte = get(s)) {
    assert(byte >= 0);
    *second = byte;
  }
}

static void introduce(char name) {
  char line[3];
  line[0] = 'N';
  line[1] = name;
  line[2] = '\n';
  say(line, 3);
}

int main(int argc, char **argv) {
  int speaks = argc > 2 && strcmp(argv[2], "speaks") == 0, first, second;
  s = call(7407);
  introduce(argv[1][0]);
  if (speaks) say("Mh\n", 3);
  hear(&first, &second);
  assert(first == 'O');
  hear(&first, &second);
  while (speaks && first == '0') {
    say("Mh\n", 3);
    hear(&first, &second);
  }
  if (speaks)
    assert(first == '1' && second == 0);
  else
    assert(first == 'a' && second == 'h');
  say("Q\n", 2);
  hear(&first, &second);
  assert(first == 'B');
  assert(get(s) == -1);
  return 0;
}
