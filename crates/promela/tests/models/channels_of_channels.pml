/* states: 73 transitions: 132 deadlocks: 0 assertions: 0 */
chan server = [1] of { chan, byte };
active [2] proctype Client() {
    chan reply = [1] of { byte };
    byte answer;
    server!reply,_pid;
    reply?answer;
    assert(answer == _pid + 10)
}
active proctype Server() {
    chan who; byte x;
end: do
    :: server?who,x -> who!x + 10; x = 0
    od
}
