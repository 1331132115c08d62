/* The server answers the wrong client. */
mtype = { request, grant };
chan ask = [0] of { mtype, byte };
chan answer[3] = [0] of { mtype };
byte served;

active proctype Server()
{
	byte who;
end:	do
	:: ask?request(who) ->
		answer[(who % 2) + 1]!grant;
		served++
	od
}

active [2] proctype Client()
{
	short x = -1;
	ask!request(_pid + 1);
	answer[_pid]?grant;
	x--;
	assert(served < 2)
}
