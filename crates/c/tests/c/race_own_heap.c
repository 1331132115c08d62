// expect: holds
#include <pthread.h>
#include <stdlib.h>
int *last;
void *one(void *p) { int *q = malloc(sizeof *q); *q = 1; ++*q; return 0; }
int main() { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0); last = malloc(sizeof *last); *last = 2; return 0; }
