/* states: 31 transitions: 30 deadlocks: 0 assertions: 0 */
typedef M { byte a; bit b };
chan c = [2] of { M };
M m;
byte sum, k, v[3] = 2;
active proctype A() {
    m.a = 3; c!m; m.a = 4; m.b = 1; c!m;
    for (m in c) { sum = sum + m.a };
    for (k in v) { sum = sum + v[k] };
    assert(sum == 13)
}
