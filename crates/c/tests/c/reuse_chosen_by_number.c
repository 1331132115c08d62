// expect: within objects
#include <stdlib.h>
char table[4];
int main(void) {
    char *old = malloc(1), *new;
    free(old);
    new = malloc(1);
    long apart = (long)new ^ (long)old;
    table[0] = apart == 0;
    free(new);
}
