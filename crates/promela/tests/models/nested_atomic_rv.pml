/* states: 22 transitions: 24 deadlocks: 3 assertions: 0 */
chan c = [0] of { byte }; chan d = [1] of { byte }; byte x;
active proctype A() { atomic { c!1; x++; c!2; x++; d!3; x++ } }
active proctype B() { byte y; do :: atomic { c?y -> x = x + y; d?_ -> x = 0 } :: c?y -> x = 7 :: x > 8 -> break od }
