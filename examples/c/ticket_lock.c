// A ticket lock: threads draw numbers and are served in their order. Holds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, now_serving;
int counter;

void *worker(void *unused)
{
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_serving) != mine)
        ;
    int seen = counter;
    counter = seen + 1;
    assert(counter == seen + 1);
    atomic_store(&now_serving, mine + 1);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(counter == 3);
    return 0;
}
