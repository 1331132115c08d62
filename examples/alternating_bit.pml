/* The alternating bit protocol over channels that lose messages. The receiver asserts that it gets the numbers in order.
 * kulan check examples/alternating_bit.pml
 * kulan check examples/alternating_bit.pml -D ONE_BIT_LESS   without the bit, a repeated message is taken for a new one
 */
#ifndef MAX
#define MAX 4
#endif

chan data = [2] of { byte, bit };
chan ack = [2] of { bit };

active proctype Sender()
{
	byte number;
	bit flag;
	do
	:: data!number,flag
	:: ack?eval(flag) ->
	   number = (number + 1) % MAX;
	   flag = 1 - flag
	:: ack?eval(1 - flag)
	od
}

active proctype Receiver()
{
	byte got, expected;
	bit flag, wanted;
	do
	:: data?got,flag ->
	   if
#ifdef ONE_BIT_LESS
	   :: true ->
#else
	   :: flag == wanted ->
	      wanted = 1 - wanted;
#endif
	      assert(got == expected);
	      expected = (expected + 1) % MAX
	   :: flag != wanted
	   fi;
	   ack!flag
	od
}

/* Loses messages. */
active proctype Line()
{
	do
	:: data?_,_
	:: ack?_
	od
}
