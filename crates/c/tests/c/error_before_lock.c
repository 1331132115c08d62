// expect: division
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m;
int x;
int main() { pthread_mutex_lock(&m); x = 1 / x; pthread_mutex_lock(&m); }
