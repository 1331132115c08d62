/* Each thread counts up to LIMIT in a cell that is handed to it at run time. */
#include "threads.h"

#ifndef LIMIT
#define LIMIT 1024
#endif

extern unsigned __VERIFIER_nondet_uint(void);
int counts[THREADS];
int *share[THREADS];

static void *worker(void *arg) {
    int *own = share[(long)arg];
    while (*own < LIMIT) (*own)++;
    return 0;
}

#define HAND_OUT(i) share[i] = &counts[(i + first) % THREADS];
#define CHECK(i) assert(counts[i] == LIMIT);

int main(void) {
    unsigned first = __VERIFIER_nondet_uint() % THREADS;
    EACH(HAND_OUT)
    EACH(DECLARE)
    EACH(CREATE)
    EACH(JOIN)
    EACH(CHECK)
}
