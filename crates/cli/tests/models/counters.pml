/* Many states, for limits. */
byte x[6];

active [6] proctype P()
{
	do
	:: x[_pid] < 40 -> x[_pid]++
	:: x[_pid] == 40 -> x[_pid] = 0
	od
}
