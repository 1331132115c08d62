// expect: holds
// Attributes change nothing, and neither does what a thread does to pass the time.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
pthread_barrier_t barrier;
pthread_rwlock_t lock;
pthread_cond_t changed;
void *other(void *none) {
    usleep(1);
    sched_yield();
    pthread_barrier_wait(&barrier);
    return none;
}
int main(void) {
    pthread_t thread;
    pthread_attr_t of_thread;
    pthread_barrierattr_t of_barrier;
    pthread_rwlockattr_t of_lock;
    pthread_condattr_t of_condition;
    assert(pthread_attr_init(&of_thread) == 0 && pthread_attr_setstacksize(&of_thread, 1 << 16) == 0);
    assert(pthread_attr_setscope(&of_thread, PTHREAD_SCOPE_SYSTEM) == 0 && pthread_attr_setguardsize(&of_thread, 0) == 0);
    assert(pthread_barrierattr_init(&of_barrier) == 0 && pthread_barrier_init(&barrier, &of_barrier, 2) == 0);
    assert(pthread_rwlockattr_init(&of_lock) == 0 && pthread_rwlock_init(&lock, &of_lock) == 0);
    assert(pthread_condattr_init(&of_condition) == 0 && pthread_condattr_setclock(&of_condition, CLOCK_MONOTONIC) == 0);
    assert(pthread_cond_init(&changed, &of_condition) == 0);
    srand(1);
    setvbuf(stdout, 0, _IONBF, 0);
    pthread_create(&thread, &of_thread, other, 0);
    pthread_barrier_wait(&barrier);
    fflush(stdout);
    pthread_join(thread, 0);
    assert(pthread_attr_destroy(&of_thread) == 0 && pthread_cond_destroy(&changed) == 0);
}
