/* states: 63 transitions: 108 deadlocks: 0 assertions: 0 */
byte x; pid p;
proctype Q(byte a; short b) { byte l = a + 1; x = l + b; assert(l == a + 1) }
init { p = run Q(300, -1); (_nr_pr == 1); run Q(x, p); if :: run Q(1,1) -> skip :: x > 3 -> skip fi }
