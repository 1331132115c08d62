/* states: 33 transitions: 40 deadlocks: 1 assertions: 0 */
byte x;
active proctype A() { x == 2; x = 0 }
active proctype B() { do :: x < 3 -> x++ :: enabled(0) -> break :: x == 3 && !enabled(0) -> x = 1; break od }
