/* states: 44 transitions: 65 deadlocks: 3 assertions: 0 */
byte x;
bool free = true;
active [2] proctype A() {
    atomic { free -> free = false; x++; x == 2 -> x = 0; free = true }
}
active proctype B() { x++; x++; free = true }
