/* states: 22 transitions: 30 deadlocks: 0 assertions: 0 */
byte x;
active D_proctype A() { do :: x < 2 -> x++ :: x == 2 -> break od }
active proctype B() { x = 0 }
