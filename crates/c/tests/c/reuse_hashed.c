// expect: within objects
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *old = malloc(1);
    unsigned hash = (unsigned)(uintptr_t)old;
    free(old);
    char *new = malloc(1);
    assert(hash != (unsigned)(uintptr_t)new);
}
