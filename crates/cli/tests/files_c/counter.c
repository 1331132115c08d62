#include "counter.h"

struct hidden { struct { int a; } inner; int b; };
struct counter counter;
int history[4];
static int calls = 40;
static struct hidden only = {{1}, 2};

static void step(struct counter *c, int by) {
  calls++;
  c->value.low += by;
  history[c->value.low] = c->value.low;
}

void add(struct counter *c, int by) {
  pthread_mutex_lock(&c->lock);
  step(c, by);
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

struct hidden *hidden(void) { return &only; }
int look(struct hidden *h) { return calls + h->inner.a + h->b; }
