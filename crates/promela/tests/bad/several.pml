active proctype P()
{	byte x;
	x = ;
	x = 1;
	atomic { x == ; x = 2 }
	do
	:: x = ) -> skip
	:: x = 1 -> y = (2;
	:: break
	od;
	x = 3
}
active proctype Q() { x = } 
init { run P(; run Q() }
