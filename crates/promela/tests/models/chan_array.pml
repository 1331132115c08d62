/* states: 52 transitions: 70 deadlocks: 0 assertions: 0 */
chan c[2] = [1] of { byte }; byte x;
active [2] proctype A() { chan m; m = c[1 - _pid]; m!_pid; c[_pid]?x; if :: len(m) == 0 -> m!3 :: full(m) fi }
