/* states: 74 transitions: 103 deadlocks: 6 assertions: 0 */
/* `provided` is asked before a d_step, not within it; an atomic sequence can be held up. */
byte x = 1, y = 1;
active proctype A() provided (x <= y) { d_step { y = 0; x = x + 2; y = 5 }; x++ }
active proctype B() provided (y > 0) { atomic { x++; y--; x++ }; x = 9 }
active proctype C() { y = 3 }
