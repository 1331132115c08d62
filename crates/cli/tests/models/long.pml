/* A long way to the violation. */
byte x;

active proctype P()
{
	do
	:: x < 100 -> x++
	:: x == 100 -> assert(false)
	od
}

active proctype Q() { byte y; y = 1 }
