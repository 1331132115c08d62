/* states: 24 transitions: 33 deadlocks: 0 assertions: 0 */
byte x, y;
active proctype A() { { atomic { x = 1; x = 2; y == 1 -> x = 3; x = 4 }; x = 5 } unless { y > 0 -> x = 10; y = 5 } }
active proctype B() { y = 1; y = 2 }
