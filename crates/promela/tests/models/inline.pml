/* states: 143 transitions: 234 deadlocks: 0 assertions: 24 */
byte x, y;
inline twice(v, by) {
    byte old;
    old = v;
    v = v + by;
    v = v + by;
    assert(v == old + 2 * by)
}
active proctype A() { twice(x, 1); twice(y, 2) }
active proctype B() { if :: x > 1 -> twice(y, 1) :: else -> skip fi }
