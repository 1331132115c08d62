// expect: assert
#include <assert.h>
#include <pthread.h>
// The thread may run before its number is in `t` only if nobody stores it first.
pthread_t t;
void *one(void *p) { assert(!pthread_equal(pthread_self(), t)); return 0; }
int main() { pthread_create(&t, 0, one, 0); pthread_join(t, 0); }
