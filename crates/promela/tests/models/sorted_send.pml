/* states: 51 transitions: 59 deadlocks: 0 assertions: 0 */
chan c = [3] of { byte, short };
byte x; short y;
active [2] proctype S() { c!!2 - _pid, -1; c!!1, _pid }
active proctype R() { full(c); do :: c?x,y :: empty(c) -> break od }
