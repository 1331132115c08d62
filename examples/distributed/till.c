/* A till: two threads take deposits from customers, one byte each, and add them to the balance. */
#include "tcp.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, line[2];

static void *serve(void *which) {
  int s = line[*(int *)which], amount = get(s);
  pthread_mutex_lock(&lock);
  balance += amount;
  pthread_mutex_unlock(&lock);
  put(s, 1);
  close(s);
  return 0;
}

int main(void) {
  int door = open_port(7401), first = 0, second = 1;
  pthread_t a, b;
  line[0] = accept(door, 0, 0);
  pthread_create(&a, 0, serve, &first);
  line[1] = accept(door, 0, 0);
  pthread_create(&b, 0, serve, &second);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(balance == 30);
  return 0;
}
