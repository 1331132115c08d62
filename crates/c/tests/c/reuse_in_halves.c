// expect: within objects
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    unsigned a[2], b[2];
    int *old = malloc(sizeof(int));
    memcpy(a, &old, sizeof old);
    free(old);
    int *new = malloc(sizeof(int));
    memcpy(b, &new, sizeof new);
    assert(a[0] != b[0] || a[1] != b[1]);
}
