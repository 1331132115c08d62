// What a counterexample shows besides statements: calls, locks that are held, output.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static void step(int by) {
    int old = x;
    x = old + by;
    printf("x was %d, by %s: %4ld 100%%\n", old, "steps", (long)by);
}
static void twice(int by) {
    step(by);
    step(by);
}
void *worker(void *arg) {
    pthread_mutex_lock(&m);
    twice(1);
    pthread_mutex_unlock(&m);
    puts("done");
    return arg;
}
int main(void) {
    pthread_t a;
    printf("\"a\""); printf("b\n"); pthread_create(&a, 0, worker, 0);
    pthread_mutex_lock(&other);
    twice(2);
    pthread_mutex_unlock(&other);
    pthread_join(a, 0);
    assert(x == 6);
    return 0;
}
