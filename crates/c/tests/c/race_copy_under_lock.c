// expect: holds
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct s { int a, b; } x, y = { 1, 1 };
void *one(void *p) { pthread_mutex_lock(&m); x = y; pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); pthread_mutex_lock(&m); assert(x.a == x.b); pthread_mutex_unlock(&m); return 0; }
