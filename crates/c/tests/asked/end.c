// The end of the program stops all threads; without a join, nothing need happen.
//? --ltl '<> done' => violated: ltl
//? --ltl '<> done' --fair => violated: ltl
//? --ltl '<> (go == 1)' --fair => holds:
//? --ltl '[] (done -> go)' => holds:
//? --ltl '<> done' -- -DJOIN => violated: ltl
//? --ltl '<> done' --fair -- -DJOIN => holds:
//? --ltl '<> done' --fair -- -DASSUME => holds:
//? --ltl '[] (done -> go)' -- -DASSUME => holds:
//? --ltl '<> done' --fair -- -DASSUME -DNEVER => holds:
//? --ltl '[] !done' --fair -- -DASSUME => violated: ltl
//? --invariant 'done == 0' -- -DASSUME => violated: invariant
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
atomic_int go, done;

void *worker(void *arg) {
    while (!go)
        ;
    done = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#ifdef NEVER
    __VERIFIER_assume(0);
#endif
    go = 1;
#ifdef JOIN
    pthread_join(thread, 0);
#endif
#ifdef ASSUME
    __VERIFIER_assume(done);
#endif
    return 0;
}
