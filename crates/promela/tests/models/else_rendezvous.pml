/* states: 33 transitions: 50 deadlocks: 0 assertions: 0 */
chan c = [0] of { byte };
byte x;
active proctype A() { do :: c!1 :: else -> x = 1 - x; if :: x == 0 -> break :: x == 1 fi od }
active proctype B() { if :: c?1 -> x = 1 :: else -> x = 0 fi }
