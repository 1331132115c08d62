/* states: 10 transitions: 9 deadlocks: 0 assertions: 0 */
byte x;
active proctype A() priority 3 { x++; set_priority(_pid, 1); x++; assert(get_priority(_pid) == 1) }
active proctype B() priority 2 { x = x * 2; _priority = 5; x = x + 3 }
