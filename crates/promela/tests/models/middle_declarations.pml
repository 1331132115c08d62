/* states: 263 transitions: 479 deadlocks: 0 assertions: 0 */
byte x;
active [2] proctype A() {
    x++;
    byte a = x;
    {
        short b = a - 3;
        a = b + 1;
        byte a2;
        a2 = a
    };
    int d;
    d = a;
    assert(d < 3 || d > 200)
}
