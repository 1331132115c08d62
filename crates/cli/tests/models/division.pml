int n = 2, m;

active proctype P()
{
	do
	:: m = 6 / n; n--
	od
}
