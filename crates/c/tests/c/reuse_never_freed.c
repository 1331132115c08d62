// expect: holds
// What is compared is never freed.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *a = malloc(sizeof(int)), *b = malloc(sizeof(int)), *c = malloc(sizeof(int));
    free(c);
    assert(a != b);
}
