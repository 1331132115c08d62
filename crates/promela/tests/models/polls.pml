/* states: 2612 transitions: 3662 deadlocks: 256 assertions: 0 */
chan c = [2] of { byte, bit };
byte x;
active proctype S() { do :: nfull(c) -> c!x,1; x++ :: x >= 2 -> break od }
active proctype R() { do :: c?[1,1] -> c?x,_ :: nempty(c) && len(c) == 2 -> c?_,_ :: empty(c) && x > 1 -> break od }
