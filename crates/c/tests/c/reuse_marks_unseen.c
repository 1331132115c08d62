// expect: holds
// Small numbers are no addresses. What is swapped in for null was not freed before.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#define GONE ((int *)1)
_Atomic(int *) place;
int main(void) {
    int *a = malloc(sizeof(int)), *b = malloc(sizeof(int)), *none = 0;
    int *old = atomic_exchange(&place, a);
    assert(old != GONE);
    free(atomic_exchange(&place, GONE));
    assert(atomic_load(&place) == GONE);
    free(b);
}
