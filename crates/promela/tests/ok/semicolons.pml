byte x
byte y = 3
inline set(v) {
	x = v
	y = v
}
active proctype P()
{
	x = 1
	y = 2;;
	do
	:: x < 3
	   -> x++
	      y = x
	:: else
	   break
	od
	set(1)
	set(2) set(3); x = 1
	{ x = 1 } y = 2
	if :: x == 1 fi
	x = y
	-x == y
	x
	!y
	(x)
	assert(x == 3 &&
		y == 3)
	timeout
	x = 1
}
