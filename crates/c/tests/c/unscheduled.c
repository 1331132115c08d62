// expect: assert threads
#include <pthread.h>
#include <assert.h>
_Atomic int x;
void *one(void *p) { x = 1; return 0; }
int main() { pthread_t t[9]; for (int i = 0; i < 9; i++) pthread_create(&t[i], 0, one, 0); assert(x == 0); }
