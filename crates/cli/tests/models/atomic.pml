/* An assertion in the middle of an atomic sequence, behind a choice and a jump. */
byte x, y;

active [2] proctype P()
{
	atomic {
		if
		:: x == 0 -> x = 1; goto on
		:: x = x + 2
		fi;
		y = x;
on:		assert(x != 3 || y != 3);
		y++
	}
}
