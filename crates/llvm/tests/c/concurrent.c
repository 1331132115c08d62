#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; struct { char tag; short flags : 3; } inner; union { long l; double d; } u; };
typedef struct node node_t;
enum color { RED, GREEN = 5, BLUE };
static atomic_int counter;
_Thread_local int mine = 3;
node_t *lists[3];
const char *const names[] = { "a\n", "b\"\\", "\xff\x01" };
static struct { enum color c; float f; long double ld; _Bool b; } table[2] = { { BLUE, 0.1f, 1.5L, 1 } };
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int (*operation)(int, ...);
volatile unsigned long long wide;
__int128 very_wide = (__int128)1 << 100;

static int apply(int (*f)(int), int x) { return f(x); }
static int twice(int x) { return 2 * x; }

void *worker(void *argument) {
  int *box = argument;
  for (int i = 0; i < *box; i++) {
    pthread_mutex_lock(&lock);
    atomic_fetch_add(&counter, i);
    atomic_fetch_sub_explicit(&counter, 1, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
  }
  int expected = 3;
  if (atomic_compare_exchange_weak_explicit(&counter, &expected, 4, memory_order_acq_rel, memory_order_acquire))
    atomic_thread_fence(memory_order_seq_cst);
  __sync_fetch_and_or(&wide, 7);
  mine++;
  return 0;
}

int select_color(enum color c) {
  switch (c) {
  case RED: return 1;
  case GREEN: return 20;
  default: return c > 7 ? -1 : 300;
  }
}

int variable_length(int n) {
  int a[n];
  memset(a, 0, sizeof a);
  for (int i = 0; i < n; i++) a[i] = i << 3 >> 1;
  void *targets[] = { &&one, &&two };
  goto *targets[n & 1];
one:
  return a[n / 2];
two:
  return a[0] % (n | 1);
}

double floats(float f, long double l, unsigned u) {
  return f * 2.5 + (double)l - u + (f < 1.0f ? 0.1 : -0.0) + (int)f;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  int n = argc;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &n);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  node_t *first = malloc(sizeof *first);
  first->next = lists[1];
  first->inner.flags = -1;
  first->u.d = floats(1, 2, 3);
  lists[n % 3] = first;
  operation = printf ? (int (*)(int, ...))apply : NULL;
  __asm__ volatile("nop" : : "r"(n) : "memory");
  printf("%s %d %p\n", names[0], apply(twice, variable_length(4)), (void *)first);
  node_t copy = *first;
  return select_color(table[1].c) + copy.value + (int)very_wide;
}
