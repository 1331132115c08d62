/* The escape can happen in the middle. */
bool stop;
byte x;

active proctype Worker()
{
	{ x = 1; x = 2; x = 0 } unless { stop -> assert(x != 2) }
}

active proctype Boss() { stop = true }
