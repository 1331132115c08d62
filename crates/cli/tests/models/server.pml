/* A server that may prefer one of its clients forever. */
chan request = [2] of { byte };
bool waiting[2];
byte served;

active proctype server() {
    byte client;
    do
    :: request??0 -> client = 0; served = 0; waiting[0] = false
    :: request??1 -> client = 1; served = 1; waiting[1] = false
    od
}

active [2] proctype client() {
    do
    :: !waiting[_pid - 1] ->
progress: waiting[_pid - 1] = true;
        request!_pid - 1
    od
}

ltl always_served { [] (waiting[0] -> <> !waiting[0]) }
ltl known { [] (served <= 1) }
