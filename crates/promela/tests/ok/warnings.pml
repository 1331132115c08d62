chan c = [1] of { byte }
active proctype P()
{	byte x;
	x = 4294967297; !full(c); */
	x == 1
	  && x < 3
}
