typedef T { byte f; int g[2] }
T t; int a[3]; byte x, y;
proctype Q(byte z) { L: skip }
active proctype P()
{
	x || y && x | y ^ x & y == x < y << x + y * -x;
	((x || y) && (x | y)) != !x;
	(x + y) * (x - (y - x)) - x - y;
	x - (y + 1) > ~x % 2 / 3;
	!x == y; !(x == y); -(x + 1) >= x >> 1;
	t.g[t.f + 1] <= a[a[x]];
	(x -> y : (y -> 1 : 2)) + 1;
	enabled(1) && pc_value(2) == 3 || get_priority(_pid) != 1;
	Q[1]@L && Q@L; Q[x+1]:z == 1; Q:z == a[1]; Q[0]:z > 2;
	_pid == _last + _nr_pr;
	(run Q(1 + 2)) > 0; x = run Q(1);
}
