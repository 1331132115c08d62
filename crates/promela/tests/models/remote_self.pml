/* states: 37 transitions: 51 deadlocks: 0 assertions: 1 */
byte x;
active [2] proctype P() { byte l = 3; x = P[0]:l + P[1]:l; l++; assert(x >= 6) }
