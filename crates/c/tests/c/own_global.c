// expect: holds
// Globals that one thread alone uses are that thread's, with their initial values.
#include <pthread.h>
#include <assert.h>
int counter = 7, table[3] = { 0, 5, 6 };
void *one(void *p) { assert(counter == 7 && table[0] == 0 && table[1] == 5 && table[2] == 6); counter = 8; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); return 0; }
