// expect: within objects
// Neither function knows that one of the addresses is of freed memory.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { int *value; } kept;
int same(int *a, int *b) { return a == b; }
void *other(void *none) {
    int *new = malloc(sizeof(int));
    assert(!same(kept.value, new));
    return none;
}
int main(void) {
    pthread_t thread;
    kept.value = malloc(sizeof(int));
    free(kept.value);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
}
