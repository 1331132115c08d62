// expect: unsupported
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int i, y, z;
int main() { for (i = 0; i < 300; i++) y = i; z = __VERIFIER_nondet_int(); if (z == y) assert(z < 4); }
