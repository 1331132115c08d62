/* states: 6 transitions: 5 deadlocks: 0 assertions: 0 */
chan c = [300] of { byte };
init { byte x; c!1; c!2; c?x; assert(x == 1 && len(c) == 1) }
