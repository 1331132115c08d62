// expect: holds
// A plain mutex that the thread holds: it cannot be had again, and who waits for it with a limit gives up.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutex_t lock;
    struct timespec until = {0, 0};
    assert(pthread_mutexattr_init(&kind) == 0 && pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL) == 0);
    assert(pthread_mutex_init(&lock, &kind) == 0 && pthread_mutexattr_destroy(&kind) == 0);
    assert(pthread_mutex_timedlock(&lock, &until) == 0);
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    assert(pthread_mutex_timedlock(&lock, &until) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_trylock(&lock) == 0 && pthread_mutex_unlock(&lock) == 0);
}
