/* states: 16 transitions: 22 deadlocks: 0 assertions: 2 */
byte x;
active proctype A() {
    byte mine = 3;
    x = 1;
here: mine = 5;
    x = 2
}
active proctype B() {
    if
    :: A[0]@here -> assert(A[0]:mine == 3)
    :: A[0]:mine == 5 -> assert(x > 0)
    fi
}
