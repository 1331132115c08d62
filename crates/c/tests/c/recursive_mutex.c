// expect: unsupported
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int main() { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
