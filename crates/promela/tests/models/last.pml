/* states: 19 transitions: 26 deadlocks: 0 assertions: 0 */
byte seen;
active proctype A() { skip; skip }
active proctype B() { do :: _last == 0 -> seen = 1; break :: _last == 1 -> seen = 2; break od }
