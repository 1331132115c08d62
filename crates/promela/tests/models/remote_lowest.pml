/* states: 4 transitions: 4 deadlocks: 1 assertions: 0 */
byte x;
active [2] proctype P() { if :: _pid == 0 -> x == 5 :: else fi; L: x == 1 }
active proctype Q() { P@L -> x = 1; assert(0) }
