// expect: within objects
// The top of the stack is what it was, but its memory has been another node in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) top;
void *other(void *none) {
    int *old = atomic_exchange(&top, 0);
    free(old);
    int *new = malloc(sizeof(int));
    atomic_store(&top, new);
    return none;
}
int main(void) {
    pthread_t thread;
    int *first = malloc(sizeof(int));
    atomic_store(&top, first);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    int *expected = first;
    assert(!atomic_compare_exchange_strong(&top, &expected, 0));
}
