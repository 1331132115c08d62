/* states: 14 transitions: 14 deadlocks: 0 assertions: 0 */
chan c = [0] of { byte };
byte lost;
active proctype A() { do :: c!1 :: timeout -> lost++; if :: lost > 1 -> break :: else fi od }
active proctype B() { c?_; c?_; lost == 1; c?_ }
