/* states: 6 transitions: 5 deadlocks: 1 assertions: 0 */
/* A receive of the escape goes before one of the main part when both fit. */
chan c = [0] of { byte }; chan d = [0] of { byte };
byte x;
active proctype A() { { c?1 -> x = 1 } unless { c?x -> x = x + 5 }; d?_ }
active proctype B() { c!1; c!2; d!0 }
active proctype C() { { x == 3 -> skip } unless { d!9 -> x = 7 } }
