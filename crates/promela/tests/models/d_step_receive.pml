/* states: 5 transitions: 4 deadlocks: 0 assertions: 0 */
chan c = [0] of { byte };
byte x;
active proctype A() { c!3 }
active proctype B() { d_step { c?x; x = x + 1 } assert(x == 4) }
