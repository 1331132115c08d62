// expect: within objects
#include <assert.h>
#include <stdlib.h>
union both { int *pointer; unsigned char bytes[sizeof(int *)]; } old, new;
int main(void) {
    old.pointer = malloc(sizeof(int));
    free(old.pointer);
    new.pointer = malloc(sizeof(int));
    int equal = 1;
    for (unsigned i = 0; i < sizeof(int *); i++) equal &= old.bytes[i] == new.bytes[i];
    assert(!equal);
}
