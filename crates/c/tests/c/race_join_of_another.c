// expect: race
#include <pthread.h>
int x;
void *one(void *p) { x++; return 0; }
void *two(void *p) { return 0; }
int main() { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(u, 0); x++; return 0; }
