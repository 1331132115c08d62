#define BAD x = ;
#define CALL(y) y = ;
active proctype P()
{	byte x;
	BAD
	CALL(x)
}
