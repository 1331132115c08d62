// expect: holds
#include <assert.h>
#include <pthread.h>
#include <string.h>
void *add(void *n) { int *numbers = n; return (void *)(long)(numbers[0] + numbers[1]); }
int main() {
  int numbers[2] = {1, 2}; pthread_t t; void *sum;
  pthread_create(&t, 0, add, numbers); pthread_join(t, &sum);
  assert((long)sum == 3);
}
