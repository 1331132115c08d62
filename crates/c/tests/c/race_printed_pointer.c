// expect: holds
#include <pthread.h>
#include <stdio.h>
char text[4] = "abc";
void *one(void *p) { text[0] = 'x'; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); printf("%p\n", (void *) text); return 0; }
