// expect: race
#include <pthread.h>
#include <stdio.h>
char text[4] = "abc";
void *one(void *p) { text[0] = 'x'; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); printf("%d %s\n", 1, text); return 0; }
