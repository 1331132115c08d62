/* every form of global declaration */
bit b; bool b1 = true, b2 = false; byte y = 255;
pid p; short s = -1; int i = (1 + 2) * 3, j[4], k[3] = { 1, 2, 3 };
unsigned u : 5 = 3, v : 2;
hidden byte h; show byte sh; local int lo;
mtype = { one, two, three };
mtype { four five, six, };
mtype:fruit = { apple pear };
mtype m = one; mtype:fruit f = apple;
chan c = [2] of { byte, mtype, chan };
chan d[3] = [0] of { bit };
chan e = [1+1] of { mtype:fruit };
typedef Inner { byte a; int g[2] }
typedef Outer {
	Inner in1[2]
	chan c = [1] of { Inner }
	mtype:fruit f = pear;
	unsigned w : 3
}
Outer o, os[2];
int N = 3; byte arr[N]
byte last
