/* states: 45 transitions: 64 deadlocks: 0 assertions: 0 */
byte count;
proctype Child(byte n) { count = count + n; (_nr_pr < 4) -> count = count - n }
init {
    pid p;
    p = run Child(1);
    assert(p == 1);
    run Child(p + 1);
    _nr_pr == 1 -> run Child(5);
    _nr_pr == 1;
    assert(count == 0)
}
