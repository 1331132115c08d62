/* states: 11 transitions: 13 deadlocks: 0 assertions: 0 */
byte x;
active proctype A() { x = 1; x = 2; x = 3 }
active proctype B() { pc_value(0) > 2; assert(x > 0) }
