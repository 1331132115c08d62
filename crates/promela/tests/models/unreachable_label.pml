/* states: 6 transitions: 10 deadlocks: 0 assertions: 0 */
byte k; active proctype P0() { do :: k = 1 - k od; L1: skip } active proctype P1() { (P0@L1 == 0) }
