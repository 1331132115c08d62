// expect: holds
#include <pthread.h>
#include <assert.h>
__thread int own = 3;
void *one(void *p) { own = own + 1; assert(own == 4); return 0; }
int main() { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, one, 0); pthread_join(s, 0); pthread_join(t, 0); assert(own == 3); }
