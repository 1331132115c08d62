/* states: 11 transitions: 10 deadlocks: 0 assertions: 0 */
chan c = [1] of { byte, byte };
typedef T { byte f[3] };
byte a[4], b[2];
T t[2];
init {
    byte i;
    c!1,7; c?i,a[i]; assert(a[1] == 7);
    c!0,1; c?a[0],b[a[0]]; assert(b[0] == 1 && b[1] == 0);
    c!1,5; c?i,t[i].f[i + 1]; assert(t[1].f[2] == 5 && t[0].f[2] == 0)
}
