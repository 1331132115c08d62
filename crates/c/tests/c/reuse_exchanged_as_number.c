// expect: within objects
#include <assert.h>
#include <stdlib.h>
int *top;
int main(void) {
    int *first = malloc(sizeof(int));
    top = first;
    free(first);
    top = malloc(sizeof(int));
    assert(!__sync_bool_compare_and_swap(&top, first, 0));
}
