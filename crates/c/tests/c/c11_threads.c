// expect: holds
#include <assert.h>
#include <threads.h>
mtx_t m;
cnd_t c;
once_flag f = ONCE_FLAG_INIT;
int x, go, made;
void make(void) { made++; }
int add(void *p) {
  call_once(&f, make);
  mtx_lock(&m); while (!go) cnd_wait(&c, &m); x += *(int *)p; mtx_unlock(&m);
  if (x < 0) thrd_exit(9);
  return 7;
}
int main() {
  thrd_t s; int by = 3, r = 0;
  assert(mtx_init(&m, mtx_plain) == thrd_success); cnd_init(&c);
  assert(thrd_create(&s, add, &by) == thrd_success);
  mtx_lock(&m); assert(mtx_trylock(&m) == thrd_busy); go = 1; cnd_signal(&c); mtx_unlock(&m);
  call_once(&f, make);
  thrd_join(s, &r);
  assert(r == 7 && x == 3 && made == 1);
}
