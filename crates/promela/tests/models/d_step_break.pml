/* states: 27 transitions: 42 deadlocks: 0 assertions: 0 */
/* The first option of the last loop leaves the d_step. */
byte k, n;
active [2] proctype A() {
    d_step { select (k : _pid .. (2)) };
    d_step { n = 0; do :: n > 1 -> break :: n <= 1 -> n++ od };
    d_step { if :: k > 0 -> k-- :: else fi }
}
