/* A table in which each thread looks for its value from a bucket of its own on, and claims the first empty bucket. PRESENT:
 * all values are there before; MIXED: those of even threads are. */
#include "threads.h"

#define BUCKETS (2 * THREADS)
#define VALUE(i) ((i) + 1)
#if defined(PRESENT)
#define IS_THERE(i) 1
#elif defined(MIXED)
#define IS_THERE(i) ((i) % 2 == 0)
#else
#define IS_THERE(i) 0
#endif
#define FILL(i) [i] = IS_THERE(i) ? VALUE(i) : 0,

int table[BUCKETS] = { EACH(FILL) };

/* Whether the value was put in; it was there already otherwise. */
static int put(int value) {
    int bucket = value - 1;
    for (int tries = 0; tries < BUCKETS; tries++) {
        if (__sync_bool_compare_and_swap(&table[bucket], 0, value)) return 1;
        if (__atomic_load_n(&table[bucket], __ATOMIC_SEQ_CST) == value) return 0;
        bucket = (bucket + 1) % BUCKETS;
    }
    assert(0);
    return 0;
}

static void *worker(void *arg) {
    int i = (int)(long)arg;
    assert(put(VALUE(i)) == !IS_THERE(i));
    return 0;
}

#define CHECK(i) assert(table[i] == VALUE(i));

int main(void) {
    EACH(DECLARE)
    EACH(CREATE)
    EACH(JOIN)
    EACH(CHECK)
}
