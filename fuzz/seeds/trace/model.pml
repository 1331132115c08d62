bool flag;
byte x;
chan c = [1] of { byte };

active proctype Sender() {
    do
    :: c!x; x = (x + 1) % 3
    :: flag = !flag
    od
}

active proctype Receiver() {
    byte got;
    do
    :: atomic { c?got; assert(got < 2) }
    :: x == 2 -> break
    od
}

ltl settles { <> [] flag }
