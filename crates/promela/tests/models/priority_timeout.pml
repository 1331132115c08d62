/* states: 5 transitions: 4 deadlocks: 0 assertions: 0 */
active proctype P0() { timeout }
active proctype P1() priority 2 { timeout }
