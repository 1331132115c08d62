/* states: 84 transitions: 124 deadlocks: 0 assertions: 0 */
typedef M { byte f; short h };
M m;
chan c = [2] of { M };
active proctype A() {
    for (m in c) { skip };
    for (m in c) { for (m in c) { skip } };
    { for (m in c) { skip } }
}
active proctype B() {
    c!0,0
}
