/* states: 3 transitions: 2 deadlocks: 0 assertions: 0 */
active proctype P0() { { timeout; assert(0) } unless { timeout } }
