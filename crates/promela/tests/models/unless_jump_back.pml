/* states: 515 transitions: 770 deadlocks: 0 assertions: 1 */
byte x; active proctype P() { { skip; L: x = 5 } unless { x++; assert(x != 2); { skip } unless { goto L } } }
