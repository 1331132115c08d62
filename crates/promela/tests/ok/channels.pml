mtype = { A, B }
chan c = [2] of { mtype, byte, byte };
chan cs[2] = [0] of { byte };
active proctype P()
{	byte x, y;
	c!A,1,2; c!A(1,2); c!!B(x+1,y);
	c?A,x,y; c?A(x,y); c?A,x(y); c?(A,x,y); c??B,-1,eval(x+1);
	c?<A,x,y>; c??<B(x,_)>; c?true,'a',0;
	c?[A,x,y]; c??[B,1,2] && !c?[A,1,eval(y)];
	full(c); empty(c) && x == 1 || nfull(c); nempty(cs[1]);
	len(c) > 1; cs[x]!y; cs[x-1]?y
}
