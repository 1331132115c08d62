// expect: assert race
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct pair { int a, b; } shared = {1, 1};
void *clear(void *p) { memset(&shared, 0, sizeof shared); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, clear, 0); int b = shared.b; assert(b == shared.a); }
