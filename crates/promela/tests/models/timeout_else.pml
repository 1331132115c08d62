/* states: 16 transitions: 17 deadlocks: 0 assertions: 0 */
byte x; chan c = [1] of { byte };
active proctype A() { do :: c?_ -> x++ :: timeout -> break od; { x == 9 } unless { timeout } }
active proctype B() { c!1; if :: x > 0 && timeout -> x = 4 :: x == 4 -> c!2 fi }
