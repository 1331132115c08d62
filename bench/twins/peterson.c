// Peterson's lock; two threads enter again and again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int inside;

static void rounds(int me) {
    for (;;) {
        atomic_store(&wants[me], 1);
        atomic_store(&turn, 1 - me);
        while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&wants[me], 0);
    }
}

void *first(void *arg) {
    rounds(0);
    return arg;
}

void *second(void *arg) {
    rounds(1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
