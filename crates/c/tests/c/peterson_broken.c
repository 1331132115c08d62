// expect: assert
#include <pthread.h>
#include <assert.h>
_Atomic int flag1 = 0, flag2 = 0, turn, x;
void *t1(void *a) { flag1 = 1; while (flag2 == 1 && turn == 1); x = 0; assert(x <= 0); flag1 = 0; return 0; }
void *t2(void *a) { flag2 = 1; turn = 0; while (flag1 == 1 && turn == 0); x = 1; assert(x >= 1); flag2 = 0; return 0; }
int main() { pthread_t a, b; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
