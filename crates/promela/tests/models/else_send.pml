/* states: 15 transitions: 20 deadlocks: 0 assertions: 0 */
/* `else` sees that a send finds its partner, but not that a receive would. */
chan c = [0] of { byte };
byte x;
active proctype A() { do :: c!1 :: x > 1 -> break :: else -> x++ od }
active proctype B() { if :: c?1 :: c?2 :: else -> c?1 fi }
