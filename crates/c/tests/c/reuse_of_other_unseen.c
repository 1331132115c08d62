// expect: holds
// Two places allocate and free, and nothing looks at the addresses.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;
void *add(void *none) {
    int *mine = malloc(sizeof(int));
    *mine = 1;
    pthread_mutex_lock(&lock);
    sum += *mine;
    pthread_mutex_unlock(&lock);
    free(mine);
    return none;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    add(0);
    pthread_join(thread, 0);
    assert(sum == 2);
}
