/* states: 27 transitions: 32 deadlocks: 0 assertions: 0 */
chan c = [0] of { byte }; byte x;
active proctype A() provided (x < 2) { c!1; c!2; x = 1 }
active proctype B() provided (x != 1) { c?_; c?_ }
active proctype D() { x = 1; x = 2; x = 0 }
