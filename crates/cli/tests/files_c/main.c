// With counter.c. Expect: holds.
#include "counter.h"
#include <assert.h>

static int calls;  // another one than in counter.c

static void *step(void *p) {
  calls++;
  add(&counter, 1);
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, step, 0);
  pthread_join(t, 0);
  step(0);
  assert(calls == 2 && counter.value.low == 2 && history[2] == 2);
  assert(look(hidden()) == EXPECTED);
}
