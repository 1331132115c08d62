// expect: race
// The number of the second thread is stored while the first one reads it.
#include <pthread.h>
pthread_t t, u;
void *one(void *p) { return (void *) (u == t); }
int main() { pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0); return 0; }
