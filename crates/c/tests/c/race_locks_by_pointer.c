// expect: holds
#include <pthread.h>
struct cell { pthread_mutex_t m; int x; } cells[2];
void *one(void *p) { struct cell *c = p; pthread_mutex_lock(&c->m); c->x++; pthread_mutex_unlock(&c->m); return 0; }
int main() {
  pthread_t t, u;
  for (int i = 0; i < 2; i++) pthread_mutex_init(&cells[i].m, 0);
  pthread_create(&t, 0, one, &cells[0]); pthread_create(&u, 0, one, &cells[1]);
  one(&cells[0]);
  return 0;
}
