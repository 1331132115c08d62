active proctype P()
{	byte x;
	while (x < 3) { x = x + 1 }
	if (x == 1) { x = 2 }
	else if x == 2;
	x += 1;
	x = x > 1 ? 2 : 3;
	(x = 1);
	x = 0x1F;
	foo z;
	if :: x == 1 -> skip; : else -> skip fi;
	continue;
}
int f(int a) { return a }
