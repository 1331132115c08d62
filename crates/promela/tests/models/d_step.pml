/* states: 26 transitions: 40 deadlocks: 0 assertions: 0 */
byte x, y, i;
active [2] proctype A() {
    d_step { x < 3 -> i = 0; do :: i < 2 -> i++ :: else -> break od; x = x + i; i = 0 };
    d_step { if :: x > 3 -> y = x :: x > 2 -> y = 1 :: else -> y = 2 fi; x-- };
    assert(y > 0)
}
