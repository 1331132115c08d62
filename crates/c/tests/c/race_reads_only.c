// expect: holds
#include <pthread.h>
int x = 1, y, z;
void *one(void *p) { y = x; return 0; }
int main() { pthread_t t; x = 2; pthread_create(&t, 0, one, 0); z = x; pthread_join(t, 0); return 0; }
