// expect: holds
#include <assert.h>
#include <pthread.h>
#include <string.h>
char shared[8];
void *copy(void *p) { strcpy(shared, "abc"); return 0; }
int main() {
  pthread_t t; char own[8], more[8];
  pthread_create(&t, 0, copy, 0); pthread_join(t, 0);
  assert(strlen(shared) == 3 && strcmp(shared, "abc") == 0 && strcmp("abd", shared) > 0);
  strncpy(own, shared, 2); own[2] = 0;
  assert(strlen(own) == 2 && strncmp(own, "ab", 9) == 0 && strncmp(own, shared, 2) == 0 && memcmp(own, shared, 3) < 0);
  strcpy(more, own); strcat(more, "xy");
  assert(strcmp(more, "abxy") == 0 && strchr(more, 'x') == more + 2 && strchr(more, 'z') == 0);
}
