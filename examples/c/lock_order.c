// Two transfers take the locks of two accounts in opposite orders: a deadlock.
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
} ours, theirs;

void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

void *pay(void *unused)
{
    transfer(&ours, &theirs, 10);
    return 0;
}

void *receive(void *unused)
{
    transfer(&theirs, &ours, 5);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, pay, 0);
    pthread_create(&b, 0, receive, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
