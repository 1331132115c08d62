// expect: assert race
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct pair { int a, b; } shared;
void *set(void *p) { struct pair own = {1, 1}; memcpy(&shared, &own, sizeof own); memset(&shared, 0, sizeof shared); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, set, 0); int a = shared.a; assert(a == shared.b || a == 1); }
