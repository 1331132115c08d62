/* states: 62 transitions: 94 deadlocks: 0 assertions: 0 */
chan g = [2] of { chan };
proctype W() { chan mine = [1] of { byte }; byte v; g!mine; mine?v; assert(v == 5) }
init { chan who; run W(); run W(); g?who; who!5; g?who; who!5; _nr_pr == 1 }
