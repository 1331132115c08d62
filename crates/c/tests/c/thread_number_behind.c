// expect: unsupported
#include <pthread.h>
void *nothing(void *p) { return 0; }
int main() { pthread_t ids[10000]; int i = 0; while (i < 9000) i += 100; pthread_create(&ids[i], 0, nothing, 0); pthread_join(ids[i], 0); }
