//! The traps of Lipton's reduction: systems on which plausible variants of it went wrong.

/// Names, texts, and what fails in some run that is easily lost.
pub const FAILING: &[(&str, &str, &str)] = &[
    ("figure 8", FIGURE_8, "lost"),
    ("blocked behind commit", BLOCKED_BEHIND_COMMIT, "between"),
    ("joins", JOINS, "seen"),
    ("ended behind commit", ENDED_BEHIND_COMMIT, "seen"),
    ("endless post-commit phase", ENDLESS_POST_PHASE, "seen"),
    ("error behind loop", ERROR_BEHIND_LOOP, "behind the loop"),
    ("not monotonic", NOT_MONOTONIC, "changed in between"),
    ("long transaction", LONG_TRANSACTION, "behind a long loop"),
    ("nobody goes on", NOBODY_GOES_ON, "nobody went on"),
];

/// Fig. 8 of the paper: `x = 0; y = 2` beside `y = 1; x = y`. In the initial state all of it commutes, later it does not.
pub const FIGURE_8: &str = "
system figure_8 process a process b process o thread a in a counter ata thread b in b counter atb thread o in o
var ata of thread a : u2 var atb of thread b : u2 var x : u2 var y : u2
transition a { when ata == 0 set x = 0 set ata = 1 }
transition a { when ata == 1 set y = 2 set ata = 2 }
transition b { when atb == 0 set y = 1 set atb = 1 }
transition b { when atb == 1 set x = y set atb = 2 }
transition o observer { when ata == 2 when atb == 2 check invariant !(x == 1 & y == 2) says \"lost\" }
end true
";

/// Two threads that take two locks in opposite order.
pub const TWO_LOCKS: &str = "
system two_locks process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u3 var atb of thread b : u3 var l : u2 var m : u2
transition a { when ata == 0 when l == 0 set l = 1 set ata = 1 }
transition a { when ata == 1 when m == 0 set m = 1 set ata = 2 }
transition a { when ata == 2 set m = 0 set ata = 3 }
transition a { when ata == 3 set l = 0 set ata = 4 }
transition b { when atb == 0 when m == 0 set m = 2 set atb = 1 }
transition b { when atb == 1 when l == 0 set l = 2 set atb = 2 }
transition b { when atb == 2 set l = 0 set atb = 3 }
transition b { when atb == 3 set m = 0 set atb = 4 }
end ata == 4 & atb == 4
";

/// Behind its commit, a thread waits for a flag that another thread takes away once it has seen the commit.
pub const BLOCKED_BEHIND_COMMIT: &str = "
system blocked_behind_commit process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1 var z : u1 var flag : u1 = 1
transition a { when ata == 0 set x = 1 set ata = 1 }
transition a { when ata == 1 when flag == 1 set z = 1 set ata = 2 }
transition b { when atb == 0 when x == 1 set flag = 0 set atb = 1 }
transition b { when atb == 1 when flag == 0 check assert z == 1 says \"between\" set atb = 2 }
end true
";

/// A thread that starts two others and waits for both, each at the end of a step of its own.
pub const JOINS: &str = "
system joins process m process a process b
thread m in m counter atm thread a in a counter ata idle 0 thread b in b counter atb idle 0
var atm of thread m : u2 var ata of thread a : u1 = 1 var atb of thread b : u1 = 1 var x : u2[2]
transition a { when ata == 1 set x[0] = 1 set ata = 0 }
transition b { when atb == 1 set x[1] = 1 set atb = 0 }
transition m { when atm == 0 when ata == 0 set atm = 1 }
transition m { when atm == 1 when atb == 0 set atm = 2 }
transition m { when atm == 2 check assert x[0] == 0 says \"seen\" set atm = 3 }
end true
";

/// Behind its commit, a thread fails a check that ends its run; another one sees what it has done.
pub const ENDED_BEHIND_COMMIT: &str = "
system ended process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1
transition a { when ata == 0 when x == 0 set x = 1 set ata = 1 }
transition a { when ata == 1 check index false says \"ends\" set ata = 2 }
transition b { when atb == 0 check assert x == 0 says \"seen\" set atb = 1 }
end true
";

/// Behind its commit, a thread goes around forever; another one sees what it has done.
pub const ENDLESS_POST_PHASE: &str = "
system endless process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1 var n of thread a : u1
transition a { when ata == 0 when x == 0 set x = 1 set ata = 1 }
transition a { when ata == 1 set n = n + 1 set ata = 2 }
transition a { when ata == 2 set n = n + 1 set ata = 1 }
transition b { when atb == 0 check assert x == 0 says \"seen\" set atb = 1 }
end true
";

/// Before it commits, a thread goes around until it happens to leave; what follows fails.
pub const ERROR_BEHIND_LOOP: &str = "
system behind_loop process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1 var n of thread a : u2
transition a { when ata == 0 set n = n + 1 set ata = 1 }
transition a { when ata == 1 set ata = 0 }
transition a { when ata == 1 when n == 3 set ata = 2 }
transition a { when ata == 2 check assert x == 0 says \"behind the loop\" set ata = 3 }
transition b { when atb == 0 set x = 1 set atb = 1 }
end true
";

/// A flag that is raised and lowered: it was up once, which says nothing of later.
pub const NOT_MONOTONIC: &str = "
system not_monotonic process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u2 var r of thread a : u2 var busy : u1
transition a { when ata == 0 set r = x set ata = 1 }
transition a { when ata == 1 check assert r == x says \"changed in between\" set ata = 2 }
transition b { when atb == 0 set busy = 1 set atb = 1 }
transition b { when atb == 1 when busy == 1 set x = 1 set busy = 0 set atb = 0 }
end true
";

/// A step that could be taken at any time, and a read of what another thread changes for a moment: if the step is both moved
/// to the front and followed by nothing but its own thread, nobody gets in between. Who reads the wrong value waits forever.
pub const LOCAL_BEFORE_READ: &str = "
system local_before_read process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1 var y of thread a : u1
transition a { when ata == 0 set ata = 1 }
transition a { when ata == 1 set y = x set ata = 2 }
transition a { when ata == 2 when y == 0 set ata = 3 }
transition b { when atb == 0 set x = 1 set atb = 1 }
transition b { when atb == 1 set x = 0 set atb = 2 }
end ata == 3 & atb == 2
";

/// Under a lock, a thread goes around for longer than one expansion follows it; what comes then fails.
pub const LONG_TRANSACTION: &str = "
system long_transaction process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var l : u1 var x : u1 var n of thread a : u9
transition a { when ata == 0 when l == 0 set l = 1 set ata = 1 }
transition a { when ata == 1 when n <u 300 set n = n + 1 }
transition a { when ata == 1 when n == 300 set ata = 2 }
transition a { when ata == 2 check assert x == 0 says \"behind a long loop\" set l = 0 set ata = 3 }
transition b { when atb == 0 when l == 0 set l = 1 set atb = 1 }
transition b { when atb == 1 set x = 1 set l = 0 set atb = 2 }
end true
";

/// A thread takes a step and then waits forever, which another one, that has nothing else to do with it, finds out by a timeout.
pub const NOBODY_GOES_ON: &str = "
system nobody_goes_on process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var l : u1 var y : u1
transition a { when ata == 0 set l = 1 set ata = 1 }
transition a { when ata == 1 when y == 1 set ata = 2 }
transition b fallback { when atb == 0 set atb = 1 }
transition b { when atb == 1 check assert false says \"nobody went on\" set y = 1 set atb = 2 }
end true
";
