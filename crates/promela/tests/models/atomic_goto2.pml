/* states: 111 transitions: 168 deadlocks: 0 assertions: 0 */
byte n, m;
active [2] proctype C() { atomic { n++; goto l1; n = 7 }; l2: atomic { m++; if :: m < 3 -> goto l3 :: else fi; l4: n-- }; goto done; l1: n = n * 2; goto l2; l3: atomic { m = m + 2; goto l4 }; done: skip }
