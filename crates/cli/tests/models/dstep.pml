/* A deterministic loop, then an assertion about it. */
int total;
byte a[4];

active proctype Sum()
{
	byte i;
	d_step {
		i = 0;
		do
		:: i < 4 -> a[i] = i * i; i++
		:: else -> break
		od;
		i = 0
	}
	do
	:: i < 4 -> total = total + a[i]; i++
	:: i == 4 -> break
	od;
	assert(total == 15)
}
