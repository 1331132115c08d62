// expect: race
#include <pthread.h>
int x, y;
void *one(void *p) { x = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); y = x; pthread_join(t, 0); return 0; }
