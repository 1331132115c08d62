byte x;
inline a(p) { x = p; q( }
inline b(p) { b(p) }
inline c(p, q) { x = ; }
inline d() { return 1 }
active proctype P()
{
	a(1); a(2);
	b(1);
	c(1); c(1, 2); c(2, 3); c(, 1);
	d();
	x = 1 + d();
	return 2
}
inline d() { skip }
