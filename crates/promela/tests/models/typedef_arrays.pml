/* states: 206 transitions: 370 deadlocks: 0 assertions: 0 */
typedef Inner { byte a[2]; bit b = 1 };
typedef Outer { Inner in[2]; short s };
Outer o[2];
active [2] proctype A() {
    byte i;
    for (i : 0 .. 1) { o[_pid].in[i].a[1 - i] = i + _pid; o[i].s-- };
    o[_pid].in[1].b = o[1 - _pid].in[0].a[1];
    assert(o[_pid].s >= -2)
}
