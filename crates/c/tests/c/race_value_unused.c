// expect: race
// Nobody needs the value, and the program ends right behind the load.
#include <pthread.h>
int x;
void *one(void *p) { x = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); x; return 0; }
