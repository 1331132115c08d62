// expect: within objects
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *old = malloc(sizeof(int));
    free(old);
    int *new = malloc(sizeof(int));
    assert(old < new || old > new);
}
