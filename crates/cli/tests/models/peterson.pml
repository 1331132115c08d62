/* Mutual exclusion for two, as Peterson has it. With -D BUG the turn is given away too early. */
bool flag[2];
byte turn;
byte inside;

active [2] proctype P()
{
	byte me = _pid, other = 1 - _pid;
	do
	:: 	flag[me] = true;
#ifndef BUG
		turn = other;
		(!flag[other] || turn == me);
#else
		(!flag[other] || turn == other);
#endif
		inside++;
		assert(inside == 1);
		inside--;
		flag[me] = false
	od
}
