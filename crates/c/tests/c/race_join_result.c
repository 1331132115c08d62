// expect: race
#include <pthread.h>
void *result;
void *one(void *p) { return p; }
void *two(void *p) { return result; }
int main() { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(t, &result); return 0; }
