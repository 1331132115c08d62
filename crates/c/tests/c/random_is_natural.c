// expect: holds
#include <stdlib.h>
int a[3];
int main() { a[rand() % 3] = 1; if (rand() > 100 && random() < 5) a[random() % 2] = 2; return 0; }
