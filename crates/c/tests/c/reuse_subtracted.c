// expect: within objects
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *old = malloc(1);
    free(old);
    char *new = malloc(1);
    long apart = new - old;
    assert(apart != 0);
}
