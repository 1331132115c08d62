// expect: unsupported
// The value goes through another variable before something depends on it.
#include <assert.h>
#include <pthread.h>
int n;
void *one(void *p) { n = *(int *) p; return 0; }
int main() { int i; pthread_t t; pthread_create(&t, 0, one, &i); pthread_join(t, 0); int k = n + 1; assert(k != 4); return 0; }
