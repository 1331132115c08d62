// expect: holds
#include <pthread.h>
struct pair { int a, b; } p; int array[4]; char bytes[2];
void *one(void *q) { p.a = 1; array[1] = 1; bytes[0] = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); p.b = 1; array[2] = 1; bytes[1] = 1; pthread_join(t, 0); return 0; }
