// A ticket lock; each of THREADS threads enters ROUNDS times.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef THREADS
#define THREADS 4
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

atomic_uchar next, serving;
int inside;

void *worker(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        unsigned char mine = atomic_fetch_add(&next, 1);
        while (atomic_load(&serving) != mine)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_fetch_add(&serving, 1);
    }
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
