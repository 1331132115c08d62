/* pthread_exit in the first thread: the process goes on, with its descriptors, until the last thread has ended. */
#include "tcp.h"
#include <pthread.h>

static int p[2];

static void *work(void *arg) {
  char byte;
  assert(write(p[1], "x", 1) == 1);
  assert(read(p[0], &byte, 1) == 1 && byte == 'x');
  return arg;
}

int main(void) {
  pthread_t t;
  assert(pipe(p) == 0);
  pthread_create(&t, 0, work, 0);
  pthread_exit(0);
}
