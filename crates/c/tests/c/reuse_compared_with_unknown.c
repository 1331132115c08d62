// expect: within objects
// One number can be two addresses only if they are equal.
#include <assert.h>
#include <stdlib.h>
long __VERIFIER_nondet_long(void);
int main(void) {
    long number = __VERIFIER_nondet_long();
    int *old = malloc(sizeof(int));
    int was_old = (long)old == number;
    free(old);
    int *new = malloc(sizeof(int));
    assert(!(was_old && (long)new == number));
}
