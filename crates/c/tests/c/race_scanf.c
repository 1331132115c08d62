// expect: race unsupported
#include <pthread.h>
#include <stdio.h>
int x;
void *one(void *p) { x = x + 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); scanf("%d", &x); return 0; }
