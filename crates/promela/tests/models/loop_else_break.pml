/* states: 31 transitions: 50 deadlocks: 0 assertions: 0 */
byte n, m;
active [2] proctype C() { do :: n < 2 -> n++; if :: m == 0 -> break :: m > 0 -> goto l2 :: else -> skip fi :: else -> break od; l2: m++; end: do :: m == 2 -> m = 0 od }
