/* states: 7 transitions: 6 deadlocks: 0 assertions: 0 */
/* A message of one bit is kept in a byte, with two fields it is truncated. */
chan one = [1] of { bit };
chan two = [1] of { bit, bit };
byte x, y;
active proctype P() {
    one!2; two!2,3;
    one?x; two?y,_;
    assert(x == 2 && y == 0)
}
