/* states: 74 transitions: 105 deadlocks: 0 assertions: 0 */
chan c = [0] of { byte };
chan d = [0] of { byte };
byte x;
active proctype A() { atomic { x = 1; c!2; x = x + 1; d?_ ; x = 7 }; x = 0 }
active proctype B() { byte y; atomic { c?y; x = x * y; x = x + 3 }; x++; d!0; x++ }
active proctype C() { if :: x == 5 -> x = 6 :: timeout -> x = 9 fi }
