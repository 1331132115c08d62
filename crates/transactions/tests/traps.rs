//! The traps of Lipton's reduction, as tests: each is a system on which a plausible variant goes wrong.

use std::collections::BTreeSet;

use kulan_ir::reference::{explore, observed, successors};
use kulan_ir::{Interpreter, System};
use kulan_transactions::{Mode, Options, When, table, transact};

const DYNAMIC: Options = Options { mode: Mode::Dynamic, deadlocks: false, waits: true, rounds: None };
const DEADLOCKS: Options = Options { deadlocks: true, ..DYNAMIC };
const ALL: [Mode; 3] = [Mode::Static, Mode::Phase, Mode::Dynamic];

fn system(text: &str) -> System {
    kulan_ir::text::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

fn made(system: &System, options: Options) -> System {
    transact(system, options, &|_| true).system
}

/// The messages of all checks that fail.
fn failures(system: &System) -> BTreeSet<String> {
    let interpreter = Interpreter::new(system);
    let (mut open, mut known, mut found) = (vec![interpreter.initial()], BTreeSet::new(), BTreeSet::new());
    while let Some(state) = open.pop() {
        if !known.insert(state.0.clone()) {
            continue;
        }
        let paths = successors(&interpreter, system, &state);
        let failed = paths.iter().flat_map(|p| p.failures.clone()).chain(observed(&interpreter, &state));
        found.extend(failed.map(|(t, check)| system.transition(t).checks[check].message.clone()));
        open.extend(paths.into_iter().filter_map(|p| p.state));
    }
    found
}

/// Fig. 8 of the paper: `x = 0; y = 2` beside `y = 1; x = y`. In the initial state all of it commutes, later it does not.
const FIGURE_8: &str = "
system figure_8 process a process b process o thread a in a counter ata thread b in b counter atb thread o in o
var ata of thread a : u2 var atb of thread b : u2 var x : u2 var y : u2
transition a { when ata == 0 set x = 0 set ata = 1 }
transition a { when ata == 1 set y = 2 set ata = 2 }
transition b { when atb == 0 set y = 1 set atb = 1 }
transition b { when atb == 1 set x = y set atb = 2 }
transition o observer { when ata == 2 when atb == 2 check invariant !(x == 1 & y == 2) says \"lost\" }
end true
";

#[test]
fn a_condition_must_be_kept_by_the_others() {
    let system = system(FIGURE_8);
    for mode in ALL {
        let reduced = made(&system, Options { mode, ..DYNAMIC });
        assert!(failures(&reduced).contains("lost"), "{mode:?}");
    }
    // The first step of each moves to the right only where the other thread is done with it.
    let movers = table(&system, &|_| true).movers;
    assert!(movers.iter().all(|m| m.right != When::Always || m.left != When::Always));
}

/// Two threads that take two locks in opposite order.
const TWO_LOCKS: &str = "
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

#[test]
fn a_deadlock_is_kept_where_it_is_asked_for_and_only_there() {
    let system = system(TWO_LOCKS);
    assert_eq!(explore(&system, 1000).deadlocks, 1);
    for mode in ALL {
        let kept = explore(&made(&system, Options { mode, ..DEADLOCKS }), 1000);
        assert_eq!(kept.deadlocks, 1, "{mode:?}");
        // Without that, both locks are taken in one go: the paper's theorem says nothing of deadlocks.
        let lost = explore(&made(&system, Options { mode, ..DYNAMIC }), 1000);
        assert_eq!(lost.deadlocks, 0, "{mode:?}");
        assert!(lost.states < kept.states, "{mode:?}");
    }
}

/// Behind its commit, a thread waits for a flag that another thread takes away once it has seen the commit.
const BLOCKED_BEHIND_COMMIT: &str = "
system blocked_behind_commit process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1 var z : u1 var flag : u1 = 1
transition a { when ata == 0 set x = 1 set ata = 1 }
transition a { when ata == 1 when flag == 1 set z = 1 set ata = 2 }
transition b { when atb == 0 when x == 1 set flag = 0 set atb = 1 }
transition b { when atb == 1 when flag == 0 check assert z == 1 says \"between\" set atb = 2 }
end true
";

#[test]
fn a_post_commit_phase_must_not_have_to_wait() {
    let system = system(BLOCKED_BEHIND_COMMIT);
    assert!(failures(&system).contains("between"));
    for mode in ALL {
        assert!(failures(&made(&system, Options { mode, ..DYNAMIC })).contains("between"), "{mode:?}");
    }
}

/// A thread that starts two others and waits for both, each at the end of a step of its own.
const JOINS: &str = "
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

#[test]
fn a_transaction_waits_for_the_end_of_a_thread_only_if_asked() {
    let system = system(JOINS);
    let waits_alone = |waits: bool, mode| {
        let made = made(&system, Options { mode, waits, ..DYNAMIC });
        assert!(failures(&made).contains("seen"), "{mode:?}");
        let thread = |t: &kulan_ir::Transition| t.continues.filter(|c| made.threads[c.index()].name == "m");
        made.transitions.iter().filter(|t| thread(t).is_some()).count()
    };
    for mode in ALL {
        assert!(waits_alone(true, mode) > waits_alone(false, mode), "{mode:?}");
    }
}

/// Behind its commit, a thread fails a check that ends its run; another one sees what it has done.
const ENDED_BEHIND_COMMIT: &str = "
system ended process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1
transition a { when ata == 0 when x == 0 set x = 1 set ata = 1 }
transition a { when ata == 1 check index false says \"ends\" set ata = 2 }
transition b { when atb == 0 check assert x == 0 says \"seen\" set atb = 1 }
end true
";

#[test]
fn what_follows_an_error_of_another_thread_is_kept() {
    let system = system(ENDED_BEHIND_COMMIT);
    for mode in ALL {
        let found = failures(&made(&system, Options { mode, ..DYNAMIC }));
        assert!(found.contains("seen") && found.contains("ends"), "{mode:?}: {found:?}");
    }
}

/// Behind its commit, a thread goes around forever; another one sees what it has done.
const ENDLESS_POST_PHASE: &str = "
system endless process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1 var n of thread a : u1
transition a { when ata == 0 when x == 0 set x = 1 set ata = 1 }
transition a { when ata == 1 set n = n + 1 set ata = 2 }
transition a { when ata == 2 set n = n + 1 set ata = 1 }
transition b { when atb == 0 check assert x == 0 says \"seen\" set atb = 1 }
end true
";

#[test]
fn a_post_commit_phase_must_end() {
    let system = system(ENDLESS_POST_PHASE);
    for mode in ALL {
        assert!(failures(&made(&system, Options { mode, ..DYNAMIC })).contains("seen"), "{mode:?}");
    }
}

/// Before it commits, a thread goes around until it happens to leave; what follows fails.
const ERROR_BEHIND_LOOP: &str = "
system behind_loop process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u1 var n of thread a : u2
transition a { when ata == 0 set n = n + 1 set ata = 1 }
transition a { when ata == 1 set ata = 0 }
transition a { when ata == 1 when n == 3 set ata = 2 }
transition a { when ata == 2 check assert x == 0 says \"behind the loop\" set ata = 3 }
transition b { when atb == 0 set x = 1 set atb = 1 }
end true
";

#[test]
fn an_error_behind_a_loop_before_the_commit_is_found() {
    let system = system(ERROR_BEHIND_LOOP);
    for mode in ALL {
        for rounds in [None, Some(0), Some(1), Some(7)] {
            let reduced = made(&system, Options { mode, rounds, ..DYNAMIC });
            assert!(failures(&reduced).contains("behind the loop"), "{mode:?}, {rounds:?}");
        }
    }
}

/// A flag that is raised and lowered: it was up once, which says nothing of later.
const NOT_MONOTONIC: &str = "
system not_monotonic process a process b thread a in a counter ata thread b in b counter atb
var ata of thread a : u2 var atb of thread b : u2 var x : u2 var r of thread a : u2 var busy : u1
transition a { when ata == 0 set r = x set ata = 1 }
transition a { when ata == 1 check assert r == x says \"changed in between\" set ata = 2 }
transition b { when atb == 0 set busy = 1 set atb = 1 }
transition b { when atb == 1 when busy == 1 set x = 1 set busy = 0 set atb = 0 }
end true
";

#[test]
fn what_holds_now_and_not_later_is_no_condition() {
    let system = system(NOT_MONOTONIC);
    for mode in ALL {
        assert!(failures(&made(&system, Options { mode, ..DYNAMIC })).contains("changed in between"), "{mode:?}");
    }
}

/// The paper's examples, each with the condition that it wants.
#[test]
fn conditions_of_the_paper_are_found() {
    // A bucket that is not empty does not change any more: a read of it moves in both directions.
    let monotonic = system(
        "system buckets process a process b thread a in a counter ata thread b in b counter atb
         var ata of thread a : u2 var atb of thread b : u2 var i of thread a : u1 var j of thread b : u1
         var t : u2[2] = [0, 3] var r of thread a : u2
         transition a { when ata == 0 set r = t[i] set ata = 1 }
         transition a { when ata == 1 set i = trunc(1, r) set ata = 0 }
         transition b { when atb == 0 when t[j] == 0 set t[j] = 2 set atb = 1 }
         transition b { when atb == 0 when t[j] != 0 set j = j + 1 }
         end true",
    );
    let movers = table(&monotonic, &|_| true).movers;
    assert!(matches!(movers[0].left, When::If(..)) && matches!(movers[0].right, When::If(..)), "{:?}", movers[0]);

    // Indices that differ and are written by nobody.
    let apart = system(
        "system apart process a process b thread a in a counter ata thread b in b counter atb
         var ata of thread a : u1 var atb of thread b : u1 var i of thread a : u1 var j of thread b : u1 = 1
         var t : u2[2]
         transition a { when t[i] <u 3 set t[i] = t[i] + 1 when ata == 0 }
         transition b { when t[j] <u 3 set t[j] = t[j] + 1 when atb == 0 }
         end true",
    );
    let reduced = made(&apart, DEADLOCKS);
    let (full, few) = (explore(&apart, 1000), explore(&reduced, 1000));
    assert!(few.states < full.states, "{} {}", few.states, full.states);
}
