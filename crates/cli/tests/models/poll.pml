/* A rendezvous channel holds no message at any time: to ask what it holds is a mistake. */
chan c = [0] of { byte };

active proctype P()
{
	do
	:: c?[1] -> break
	:: c!1 -> break
	od
}

active proctype Q()
{
	byte x;
	c?x
}
