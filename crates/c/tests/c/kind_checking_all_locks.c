// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t lock;
int main(void) {
    pthread_mutexattr_t kind;
    struct timespec until = {0, 0};
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &kind);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_lock(&lock) == EDEADLK);
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    assert(pthread_mutex_timedlock(&lock, &until) == EDEADLK);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_timedlock(&lock, &until) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
}
