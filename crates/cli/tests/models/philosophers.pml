/* Everyone takes the left fork first. */
#ifndef N
#define N 3
#endif
chan fork[N] = [1] of { bit };

proctype Philosopher(byte left; byte right)
{
	do
	:: fork[left]?_ ; fork[right]?_ ; fork[left]!1 ; fork[right]!1
	od
}

init {
	byte i;
	atomic {
		for (i : 0 .. N - 1) { fork[i]!1; run Philosopher(i, (i + 1) % N) }
	}
}
