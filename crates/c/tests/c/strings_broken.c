// expect: assert race
#include <assert.h>
#include <pthread.h>
#include <string.h>
char shared[4];
void *copy(void *p) { strcpy(shared, "abc"); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, copy, 0); assert(strlen(shared) == 0 || strlen(shared) == 3); }
