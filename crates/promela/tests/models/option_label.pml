/* states: 3 transitions: 2 deadlocks: 0 assertions: 0 */
chan c = [1] of { byte }; active proctype P0() { do :: end1: c??<_> od } active proctype P1() { (0 == P0@end1) }
