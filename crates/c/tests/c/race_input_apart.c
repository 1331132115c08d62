// expect: holds
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int a[4];
void *one(void *p) { unsigned char i = __VERIFIER_nondet_uchar(); if (i < 2) a[i] = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); unsigned char i = __VERIFIER_nondet_uchar(); if (i > 1 && i < 4) a[i] = 2; return 0; }
