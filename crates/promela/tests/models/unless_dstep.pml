/* states: 28 transitions: 37 deadlocks: 0 assertions: 0 */
byte x, y;
active proctype A() { { d_step { x = 1; x = 2 }; d_step { y < 3 -> x = 3 }; x = 5 } unless { atomic { y > 1 -> x = 10; y = 5 } } }
active proctype B() { y++; y++; y++ }
