// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t lock;
void *other(void *none) {
    struct timespec until = {0, 0};
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    assert(pthread_mutex_timedlock(&lock, &until) == ETIMEDOUT);
    return none;
}
int main(void) {
    pthread_t thread;
    pthread_mutexattr_t kind;
    struct timespec until = {0, 0};
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_trylock(&lock) == 0);
    assert(pthread_mutex_timedlock(&lock, &until) == 0);
    assert(pthread_mutex_unlock(&lock) == 0 && pthread_mutex_unlock(&lock) == 0);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_unlock(&lock) == 0);
}
