/* One step too far. */
byte a[3];

active proctype P()
{
	byte i;
	do
	:: i <= 3 -> a[i] = 1; i++
	:: i > 3 -> break
	od
}
