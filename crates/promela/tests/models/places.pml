/* states: 6 transitions: 5 deadlocks: 0 assertions: 0 */
#ifdef __linux__
#define ONE __STDC__
#else
#define ONE 7
#endif
byte x;
active proctype Q() {
    if :: x == 0 --> x = __LINE__ fi;
    assert(x == 8 && ONE == 1);
    printf(__FILE__)
}
