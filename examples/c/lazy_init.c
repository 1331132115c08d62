// Two threads set up a value on first use; the flag is set before the value is there.
#include <assert.h>
#include <pthread.h>

int ready, value;

int get(void)
{
    if (!ready) {
        ready = 1;
        value = 42;
    }
    return value;
}

void *user(void *unused)
{
    assert(get() == 42);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
