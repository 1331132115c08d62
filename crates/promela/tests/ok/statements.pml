proctype Q() { skip }
active proctype P()
{	byte x, y; int a[3];
	chan c = [2] of { byte }
	xr c; xs c, c;
	x = 1; x++; x--; a[x+1] = a[0]; y = (x > 1 -> 2 : 3);
	L1: L2: x = 2;
	L3: ;
	if :: x == 1 -> skip :: else fi;
	if :: x == 1 -> skip :: else x = 3 fi;
	do
	:: x < 3 -> x++
	:: timeout -> break
	:: else -> goto L1
	od;
	atomic { x = 1; y = 2 }
	d_step { x = 1 -> y = 2 };
	{ byte z; z = x }
	{ x = 1 } unless { y == 1 };
	L4: x == 1 unless atomic { y = 2; x = 3 };
	for (x : 1 .. 3) { y = x }
	for (x in a)
	{ y = x }
	select (x : 1 .. y+2);
	assert(x == 1); assert x == 1;
	printf("hello %d\n", x + 1); printf("bye"); printm(x);
	set_priority(_pid, 3);
	true; false; timeout; 'a' == '\n';
	run Q();
	goto L4;
	end:
}
