// expect: memory
#include <pthread.h>
// The function returns while the thread runs.
void *one(void *p) { *(int *)p = 1; return 0; }
void start(void) { pthread_t t; int x; pthread_create(&t, 0, one, &x); }
int main() { start(); pthread_exit(0); }
