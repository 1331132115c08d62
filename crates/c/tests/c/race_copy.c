// expect: race
#include <pthread.h>
struct s { int a, b; } x, y;
void *one(void *p) { x = y; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); x.b = 1; return 0; }
