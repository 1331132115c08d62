/* Dining philosophers who all take the left fork first: they can starve one another.
 * kulan check examples/philosophers.pml -D N=4
 */
#ifndef N
#define N 3
#endif

chan fork[N] = [1] of { bit };

proctype Philosopher(byte me)
{
	byte right = (me + 1) % N;
	do
	:: fork[me]?_ ->            /* take the left fork */
	   fork[right]?_ ->         /* take the right fork, eat */
	   fork[right]!0;
	   fork[me]!0
	od
}

init {
	byte i;
	atomic {
		for (i : 0 .. N - 1) {
			fork[i]!0
		}
		for (i : 0 .. N - 1) {
			run Philosopher(i)
		}
	}
}
