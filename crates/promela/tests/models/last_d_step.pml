/* states: 5 transitions: 4 deadlocks: 1 assertions: 0 */
byte x, g; active proctype A() { x = 1; false } active proctype B() { d_step { x == 1; g = _last }; assert(g == 0) }
