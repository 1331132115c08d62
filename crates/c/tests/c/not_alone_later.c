// expect: assert race
#include <assert.h>
#include <pthread.h>
int x;
void *change(void *p) { x = 1; return 0; }
static void start(int again) { pthread_t t; if (again) pthread_create(&t, 0, change, 0); }
static int same(void) { int a = x; return a == x; }
int main() {
  for (int i = 0; i < 2; i++) {
    assert(same());
    start(i == 0);
  }
}
