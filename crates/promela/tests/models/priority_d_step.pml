/* states: 9 transitions: 8 deadlocks: 0 assertions: 0 */
byte x;
active proctype A() priority 2 { d_step { x = 1; x = 2 }; x = 3 }
active proctype B() priority 4 { x == 1 || x == 2; x = 7; set_priority(0, 9); x++ }
