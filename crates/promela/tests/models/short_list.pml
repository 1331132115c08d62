/* states: 5 transitions: 4 deadlocks: 0 assertions: 0 */
byte a[3] = { 1, 2 };
short b[4] = { 9 };
init {
    byte c[3] = { 5, 6 };
    assert(a[0] == 1 && a[1] == 2 && a[2] == 2);
    assert(b[3] == 9);
    assert(c[2] == 6)
}
