/* states: 19 transitions: 22 deadlocks: 1 assertions: 0 */
chan c = [0] of { byte };
byte n;
active proctype A() {
    do
    :: n < 2 -> n++; c!n
    :: n == 2 -> break
    od;
end_here: c!0
}
active proctype B() {
end_loop:
    do
    :: c?_ ->
        if
        :: n == 2 -> end_deep: n == 7
        :: skip
        fi
    od
}
