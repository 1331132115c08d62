/* states: 14 transitions: 13 deadlocks: 0 assertions: 0 */
byte b = 250; short s = 32767; int i; unsigned u : 3 = 9; mtype = { one, two };
mtype m = two;
active proctype A() {
    b = b + 10;
    s = s + 1;
    i = -7 / 2; i = i * 10 + (-7 % 3);
    u = u - 2;
    i = (i << 3) >> 1; i = i ^ ~5;
    i = (m == one -> 5 : -5);
    b = -1; b = b >> 1; i = -8 >> 1;
    assert(b == 127 && i == -4 && s == -32768 && u == 7)
}
