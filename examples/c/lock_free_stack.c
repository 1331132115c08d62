// A stack without locks, whose nodes are returned to a pool and used again. A thread that was about to pop a node may
// find the same node on top later, with another one below it, and its compare-and-swap succeeds all the same (ABA).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NONE (-1)

atomic_int next[3], top, owners[3];

int pop(void)
{
    int node, below;
    do {
        node = atomic_load(&top);
        if (node == NONE)
            return NONE;
        below = next[node];
    } while (!atomic_compare_exchange_strong(&top, &node, below));
    return node;
}

void push(int node)
{
    int seen = atomic_load(&top);
    do
        next[node] = seen;
    while (!atomic_compare_exchange_strong(&top, &seen, node));
}

void take(int node)
{
    if (node != NONE) {
        owners[node]++;
        assert(owners[node] == 1);
    }
}

void *popper(void *unused)
{
    take(pop());
    return 0;
}

// Takes two nodes, keeps the second and returns the first.
void *swapper(void *unused)
{
    int first = pop();
    take(pop());
    if (first != NONE)
        push(first);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    next[0] = NONE;
    next[1] = 0;
    next[2] = 1;
    atomic_store(&top, 2);
    pthread_create(&a, 0, popper, 0);
    pthread_create(&b, 0, swapper, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    take(pop());
    return 0;
}
