// expect: memory
#include <string.h>
struct pair { int a, b; };
struct pair *kept;
static void keep(void) {
    struct pair own;
    own.a = 1;
    own.b = 2;
    kept = &own;
}
int main(void) {
    struct pair copy;
    keep();
    memcpy(&copy, kept, sizeof copy);
    return 0;
}
