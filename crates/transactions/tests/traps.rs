//! The traps of Lipton's reduction, as tests: each is a system on which a plausible variant goes wrong.

use std::collections::BTreeSet;

use kulan_ir::reference::{explore, observed, successors};
use kulan_ir::{Interpreter, System};
use kulan_testing::traps::{
    BLOCKED_BEHIND_COMMIT, ENDED_BEHIND_COMMIT, ENDLESS_POST_PHASE, ERROR_BEHIND_LOOP, FIGURE_8, JOINS, NOT_MONOTONIC,
    TWO_LOCKS,
};
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

#[test]
fn a_post_commit_phase_must_not_have_to_wait() {
    let system = system(BLOCKED_BEHIND_COMMIT);
    assert!(failures(&system).contains("between"));
    for mode in ALL {
        assert!(failures(&made(&system, Options { mode, ..DYNAMIC })).contains("between"), "{mode:?}");
    }
}

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

#[test]
fn what_follows_an_error_of_another_thread_is_kept() {
    let system = system(ENDED_BEHIND_COMMIT);
    for mode in ALL {
        let found = failures(&made(&system, Options { mode, ..DYNAMIC }));
        assert!(found.contains("seen") && found.contains("ends"), "{mode:?}: {found:?}");
    }
}

#[test]
fn a_post_commit_phase_must_end() {
    let system = system(ENDLESS_POST_PHASE);
    for mode in ALL {
        assert!(failures(&made(&system, Options { mode, ..DYNAMIC })).contains("seen"), "{mode:?}");
    }
}

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
