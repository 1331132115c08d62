#include <pthread.h>
struct counter {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct { int low, high; } value;
};
extern struct counter counter;
extern int history[];
struct hidden;
struct hidden *hidden(void);
int look(struct hidden *);
void add(struct counter *c, int by);
