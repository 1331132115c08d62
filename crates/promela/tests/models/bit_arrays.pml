/* states: 6 transitions: 5 deadlocks: 0 assertions: 0 */
/* The verifier keeps the bits of an array in bytes, a plain bit is truncated. */
bit a[2], b;
bool c[1];
active proctype P() {
    a[0] = 2;
    b = 2;
    c[0] = -1;
    assert(a[0] == 2 && b == 0 && c[0] == 255)
}
