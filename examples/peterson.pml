/* Peterson's mutual exclusion for two processes.
 * kulan check examples/peterson.pml             the property holds
 * kulan check examples/peterson.pml -D BROKEN   the last to enter does not wait
 */
bool wants[2];
byte turn;
byte inside;

active [2] proctype Process()
{
	do
	:: wants[_pid] = true;
#ifndef BROKEN
	   turn = 1 - _pid;
#endif
	   (!wants[1 - _pid] || turn == _pid) ->
	   inside++;
	   assert(inside == 1);
	   inside--;
	   wants[_pid] = false
	od
}
