int a[2][3];
byte b c;
chan d = [1] of { unsigned };
chan e = [1] of { foo };
proctype A(byte x, byte y) { skip }
proctype B(byte x = 1) { skip }
typedef T { }
byte g;
mtype = { }
active proctype P() { L: byte z; z = 1; byte w, int v; }
proctype { skip }
