// expect: within threads
#include <pthread.h>
_Atomic int x;
void *one(void *p) { x = 1; return 0; }
int main() { pthread_t t; while (1) pthread_create(&t, 0, one, 0); }
