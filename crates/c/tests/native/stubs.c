// What programs expect of their surroundings, for running them: random values, random delays before operations on threads
// and locks (the linker puts `__wrap_` in front of the calls), and an exit status that tells what happened.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

static __thread unsigned state;

static unsigned chance(void) {
    if (!state && getrandom(&state, sizeof state, 0) < 0)
        state = (unsigned)(uintptr_t)&state;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static void delay(void) {
    switch (chance() % 4) {
    case 0:
        usleep(chance() % 60);
        break;
    case 1:
        sched_yield();
        break;
    }
}

void reach_error(void) { _exit(77); }
void __VERIFIER_error(void) { _exit(77); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { _exit(77); }
// A run that fails an assumption does not count.
void __VERIFIER_assume(int holds) {
    if (!holds)
        _exit(0);
}

static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);
void __VERIFIER_atomic_begin(void) {
    delay();
    __real_pthread_mutex_lock(&section);
}
void __VERIFIER_atomic_end(void) { __real_pthread_mutex_unlock(&section); }

static long long any(void) {
    static const long long some[] = {0, 1, -1, 2, 3, 7, 10, 100, 127, 128, 255, 256, 1000, 65535, 2147483647LL, -2147483648LL};
    return chance() % 2 ? some[chance() % (sizeof some / sizeof *some)] : (int)(chance() * 2654435761u);
}
int __VERIFIER_nondet_int(void) { return (int)any(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)any(); }
_Bool __VERIFIER_nondet_bool(void) { return chance() % 2; }
char __VERIFIER_nondet_char(void) { return (char)any(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)any(); }
long __VERIFIER_nondet_long(void) { return (long)any(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)any(); }

#define WRAPPED(result, name, parameters, arguments) \
    result __real_##name parameters;                 \
    result __wrap_##name parameters {                \
        delay();                                     \
        return __real_##name arguments;              \
    }
WRAPPED(int, pthread_create, (pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *p), (t, a, f, p))
WRAPPED(int, pthread_join, (pthread_t t, void **r), (t, r))
WRAPPED(int, pthread_mutex_lock, (pthread_mutex_t *m), (m))
WRAPPED(int, pthread_mutex_unlock, (pthread_mutex_t *m), (m))
WRAPPED(int, pthread_mutex_trylock, (pthread_mutex_t *m), (m))
