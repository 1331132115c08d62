byte x, y; int a[3];
inline set(v, e) { byte t; t = e; v = t * e }
inline twice(v) { set(v, 1 + 2); set(v, v) }
inline inc(e) { if :: e > 0 -> return e + 1 :: else fi }
inline none() { skip }
active proctype P()
{
	set(x, y + 1);
	twice(a[x])
	y = inc(x + 1);
	L: none();
	none() unless { x == 1 }
	if :: none() :: else -> none() fi;
	goto L
}
