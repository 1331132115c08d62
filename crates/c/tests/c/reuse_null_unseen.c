// expect: holds
// A queue of messages: addresses are only compared with null.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct message { int number; struct message *next; } *first;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void put(int number) {
    struct message *new = malloc(sizeof *new);
    if (!new) abort();
    new->number = number;
    pthread_mutex_lock(&lock);
    new->next = first;
    first = new;
    pthread_mutex_unlock(&lock);
}
int get(void) {
    pthread_mutex_lock(&lock);
    struct message *old = first;
    if (old != NULL) first = old->next;
    pthread_mutex_unlock(&lock);
    int number = old ? old->number : 0;
    free(old);
    return number;
}
void *sender(void *none) {
    put(1);
    put(2);
    return none;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    int sum = get();
    pthread_join(thread, 0);
    sum += get();
    sum += get();
    assert(sum == 3);
}
