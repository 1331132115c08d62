/* states: 26 transitions: 35 deadlocks: 3 assertions: 0 */
mtype = { a, b, m };
chan c = [3] of { mtype, byte };
byte x; mtype t;
active proctype S() { c!a,1; c!b,2; c!m,3; c!b,4 }
active proctype R() {
    c??b,x;
    assert(x == 2);
    if :: c??[m,_] -> c??<m,x> :: c?t,x fi;
    do :: c??eval(t),x :: c?t,eval(x + 1) :: c??_,_ od
}
