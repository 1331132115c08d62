// expect: deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
int x;
int main() { pthread_mutex_lock(&a); x = 1; pthread_mutex_lock(&a); return 0; }
