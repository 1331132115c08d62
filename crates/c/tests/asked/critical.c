// Conditions over variables, parts of them, and labels.
//? --invariant 'x <= 1' => violated: invariant
//? --invariant 'x == 0 || x == 5 || x == 1' => holds:
//? --invariant 'u == 0 || u > 5' => holds:
//? --invariant 's.b >= 0' => violated: invariant
//? --invariant 's.b == 0 || s.b == -1' => holds:
//? --invariant 's.in[1].q[2] != 1' => violated: invariant
//? --invariant 's.in[1].q[1] == 0 && table[1][2] != 7' => violated: invariant
//? --invariant 'table[1][1] == 0 && table[2][0] == 0' => holds:
//? --invariant '!(worker#1@critical && worker#2@critical)' => holds:
//? --invariant '!worker#2@critical' => violated: invariant
//? --invariant 'never_used == 3' => holds
//? --invariant 'x < 6 && never_used == 3' => holds:
//? --invariant 'small != 200' => violated: invariant
//? --invariant 'small >= 0 && small << 1 != 400' => violated: invariant
//? --invariant 'pointer == 0' => violated: invariant
//? --invariant 'bits.low <= 2 && bits.high == 0' => violated: invariant
//? --invariant 'bits.low <= 3 && bits.high == 0' => holds:
//? --ltl '<> (done == 1)' => holds:
//? --ltl '[] ((worker#1@critical) -> <> (x == 1))' => holds:
//? --ltl '[] (x == 1 -> <> (x == 0))' => holds:
//? --ltl '[] !(x == 5)' => violated: ltl
//? --ltl '<> [] (x == 1)' => violated: ltl
//? --invariant 'y == 1' => error
//? --invariant 's.c == 1' => error
//? --invariant 'table[3][0] == 1' => error
//? --invariant 'table[1] == 1' => error
//? --invariant 'x / u == 1' => error
//? --invariant 'worker@nowhere' => error
//? --never absent.never => error
#include <pthread.h>
int x, done, table[3][3], *pointer;
const int never_used = 3;
unsigned u;
unsigned char small;
struct { unsigned low : 2, high : 3; } bits;
struct S {
    unsigned a;
    signed char b;
    struct { int q[3]; } in[2];
} s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
critical:
    x++;
    x--;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    x = 5;
    x = 0;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    s.in[1].q[2] = 1;
    table[1][2] = 7;
    u = -1;
    s.b = -1;
    small = 200;
    pointer = &x;
    bits.low = 3;
    done = 1;
    return 0;
}
