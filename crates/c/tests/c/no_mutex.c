// expect: assert race
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int n;
void *w(void *a) { for (int i = 0; i < 2; i++) {  int t = n; n = t + 1;  } return 0; }
int main() { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, w, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); assert(n == 6); return 0; }
