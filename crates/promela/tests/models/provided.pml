/* states: 9 transitions: 8 deadlocks: 0 assertions: 0 */
byte turn, x;
active [2] proctype A() provided (turn == _pid) { x++; turn = 1 - _pid; x++; turn = 1 - _pid }
