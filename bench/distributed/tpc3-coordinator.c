/* Two-phase commit, coordinator of three participants; one decision message may be lost. That of bench/distributed in the
   shared folder has two. args: loss (0 or 1) */
#include "tpc.h"

enum { PARTICIPANTS = 3 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int votes, yes;
static int part[PARTICIPANTS];

static void *ballot(void *arg) {
  int s = *(int *)arg, v;
  net_send(s, PREPARE);
  v = net_recv(s);
  pthread_mutex_lock(&m);
  votes++;
  if (v == YES) yes++;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(int argc, char **argv) {
  int may_lose = atoi(argv[1]), decision, outcome[PARTICIPANTS];
  int listener = net_listen(PORT);
  pthread_t t[PARTICIPANTS];
  (void)argc;
  for (int i = 0; i < PARTICIPANTS; i++) {
    part[i] = net_accept(listener);
    pthread_create(&t[i], NULL, ballot, &part[i]);
  }
  pthread_mutex_lock(&m);
  while (votes < PARTICIPANTS) pthread_cond_wait(&c, &m);
  decision = yes == PARTICIPANTS ? COMMIT : ABORT;
  pthread_mutex_unlock(&m);
  for (int i = 0; i < PARTICIPANTS; i++) {
    if (may_lose > 0 && choice_flip())
      may_lose--; /* this decision message is lost */
    else
      net_send(part[i], decision);
  }
  for (int i = 0; i < PARTICIPANTS; i++) {
    int r = net_recv(part[i]);
    while (r == QUERY) {
      net_send(part[i], decision);
      r = net_recv(part[i]);
    }
    outcome[i] = r;
    net_send(part[i], BYE);
  }
  assert(outcome[0] == outcome[1] && outcome[1] == outcome[2]);
  for (int i = 0; i < PARTICIPANTS; i++) {
    pthread_join(t[i], NULL);
    close(part[i]);
  }
  close(listener);
  return 0;
}
