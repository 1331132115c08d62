// expect: assert race
#include <assert.h>
#include <threads.h>
int x;
int add(void *p) { int y = x; x = y + 1; return 0; }
int main() { thrd_t s, t; thrd_create(&s, add, 0); thrd_create(&t, add, 0); thrd_join(s, 0); thrd_join(t, 0); assert(x == 2); }
