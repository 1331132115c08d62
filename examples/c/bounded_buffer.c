// A buffer with one place, and one condition variable for those who wait for room and those who wait for an item. A
// signal may wake the wrong one, which waits again, and then everybody waits.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int items;

void put(void)
{
    pthread_mutex_lock(&lock);
    while (items == 1)
        pthread_cond_wait(&changed, &lock);
    items++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

void get(void)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&changed, &lock);
    items--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

void *producer(void *unused)
{
    put();
    return 0;
}

void *consumer(void *unused)
{
    get();
    return 0;
}

int main(void)
{
    pthread_t producers[2], consumers[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&producers[i], 0, producer, 0);
        pthread_create(&consumers[i], 0, consumer, 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(producers[i], 0);
        pthread_join(consumers[i], 0);
    }
    return 0;
}
