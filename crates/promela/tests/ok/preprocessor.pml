#define N 3
#define MAX(a,b) ((a) > (b) -> (a) : (b))
#define LOOP do :: x < N -> x++ :: else -> break od
#if N > 2 && defined(MAX)
byte x = N;
#else
wrong
#endif
active [N] proctype P() { x = MAX(x, N); LOOP; for (x : 1..N) { skip } }
