/* The message may be lost; the timeout sends it again, but only once. */
chan line = [1] of { byte };
bool got;
byte tries;

active proctype Sender()
{
	line!1;
	do
	:: timeout -> if :: tries < 1 -> tries++; line!1 :: else -> break fi
	od;
	assert(got)
}

active proctype Loss()
{
end:	do
	:: line?_
	od
}

active proctype Receiver() { line?_ -> got = true }
