/* states: 7 transitions: 6 deadlocks: 0 assertions: 0 */
chan c = [0] of { byte, byte };
byte a[4];
active proctype S() { c!2,9; c!1,3 }
active proctype R() {
    byte i;
    c?i,a[i]; assert(a[2] == 9);
    c?i,a[i]; assert(a[1] == 3 && a[2] == 9)
}
