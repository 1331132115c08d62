active proctype P()
{
	byte x;
	x = y + 1
}
