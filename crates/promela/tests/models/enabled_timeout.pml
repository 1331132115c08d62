/* states: 16 transitions: 17 deadlocks: 1 assertions: 0 */
byte x; active proctype A() { timeout; x = 1 } active proctype B() { enabled(0) -> x = 3 }
