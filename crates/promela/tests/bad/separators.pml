active proctype P()
{	byte x;
	x = 1 x = 2;
	; x = 3;
	do :: break od x = 4
	{ }
	if :: :: x == 1 fi
	{ ; x = 1 }
}
