// expect: within objects
#include <assert.h>
#include <stdlib.h>
union both { int *pointer; unsigned long number; } old, new;
int main(void) {
    old.pointer = malloc(sizeof(int));
    free(old.pointer);
    new.pointer = malloc(sizeof(int));
    assert(old.number != new.number);
}
