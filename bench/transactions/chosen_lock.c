/* All threads use one lock, which is chosen at the start, to write the same number to two variables, several times. */
#include "threads.h"

#ifndef ROUNDS
#define ROUNDS 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
pthread_mutex_t *chosen;
int first, second;

static void *worker(void *arg) {
    int i = (int)(long)arg;
    pthread_mutex_lock(chosen);
    for (int round = 0; round < ROUNDS; round++) {
        first = i;
        second = i;
    }
    pthread_mutex_unlock(chosen);
    return 0;
}

int main(void) {
    chosen = &locks[__VERIFIER_nondet_uint() % 2];
    EACH(DECLARE)
    EACH(CREATE)
    EACH(JOIN)
    assert(first == second);
}
