/* states: 6 transitions: 5 deadlocks: 0 assertions: 0 */
byte x; active proctype P() { { x++; assert(x != 2); { skip } unless { goto L } }; { x = 3; L: x = 5; x = 6 } unless { x == 1; x = 7; assert(0) } }
