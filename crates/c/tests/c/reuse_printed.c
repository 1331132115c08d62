// expect: within objects
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *old = malloc(1);
    printf("%p\n", old);
    free(old);
    char *new = malloc(1);
    printf("%p\n", new);
    free(new);
}
