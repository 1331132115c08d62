// expect: within objects
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
uintptr_t number;
int main(void) {
    int *old = malloc(sizeof(int));
    number = (uintptr_t)old;
    free(old);
    int *new = malloc(sizeof(int));
    assert(number != (uintptr_t)new);
}
