// Conditions that nothing can violate.
#include <pthread.h>

//? --invariant '!(work@dead)' => holds
//? --invariant '1' => holds
//? --invariant 'x < 3 || x >= 3' => holds
//? --invariant 'x < 2' => holds
//? --invariant 'x < 1' => violated: invariant

int x;

void *work(void *arg) {
    x = 1;
    return 0;
dead:
    x = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
