/* A message overtakes another by a random receive. */
mtype = { data, ack };
chan line = [3] of { mtype, byte };
byte sum;

active proctype Sender()
{
	byte i;
	do
	:: i < 3 -> line!data(i); i++
	:: i == 3 -> break
	od
}

active proctype Receiver()
{
	byte x;
	line?<data, x>;
	do
	:: line?data(x) -> sum = sum + x
	:: line??data(2) -> assert(sum == 1)
	od
}
