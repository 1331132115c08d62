// Threads beyond the bound: nothing that waits for them is a violation, and what holds, holds within it.
//? --ltl '<> (done == 1)' --max-threads 2 => holds within 2 threads
//? --ltl '<> (done == 1)' --max-threads 4 => holds:
//? --ltl '[] (count < 2)' --max-threads 2 => holds within 2 threads
//? --ltl '[] (count < 2)' --max-threads 4 => violated: ltl
//? --invariant 'count <= 2' --max-threads 2 => holds within 2 threads
//? --invariant 'count <= 3' --max-threads 4 => violated: invariant
#include <pthread.h>
#include <stdatomic.h>
atomic_int count, done;

void *worker(void *arg) {
    count++;
    return arg;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    done = 1;
    return 0;
}
