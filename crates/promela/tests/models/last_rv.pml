/* states: 89 transitions: 127 deadlocks: 1 assertions: 0 */
chan c = [0] of { byte }; byte x, y;
active proctype A() { c!1; x = 1 }
active proctype B() { c?_; y = _last; x = 2 }
active proctype D() { _last == 1 -> y = 9 }
