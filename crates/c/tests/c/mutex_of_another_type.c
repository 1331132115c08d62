// expect: holds
#include <assert.h>
#include <pthread.h>
// A union whose first member is not the largest: clang gives the initial value a type of its own.
union lock { int plain; char space[40]; pthread_mutex_t m; } l = {0};
int x;
void *add(void *p) { pthread_mutex_lock(&l.m); int y = x; x = y + 1; pthread_mutex_unlock(&l.m); return 0; }
int main() { pthread_t s, t; pthread_create(&s, 0, add, 0); pthread_create(&t, 0, add, 0); pthread_join(s, 0); pthread_join(t, 0); assert(x == 2); }
