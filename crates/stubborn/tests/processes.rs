//! Process-local states against the full space, on random systems with several threads in each process.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use kulan_control::Control;
use kulan_ir::{CheckKind, Interpreter, ProcessId, System, ThreadId, Transition, Valuation, VarId, reference};
use kulan_model::{Interpreted, Model, PartialModel};
use kulan_search::{Options, Outcome};
use kulan_store::{Config, PlainStore};
use kulan_stubborn::{ByProcess, Locality};

const SEEDS: u64 = 1500;

/// A random system whose threads are put into processes two by two.
fn system(seed: u64) -> System {
    grouped(seed, kulan_testing::concurrent::text(seed))
}

/// The same where each process has a variable of its own instead of the first one that all share.
fn system_with_memory(seed: u64) -> System {
    let text = kulan_testing::concurrent::text(seed);
    let mut blocks = text.split("transition p").map(str::to_string);
    let mut out = blocks.next().unwrap();
    let declared = out.lines().find(|l| l.starts_with("var x0 ")).unwrap().to_string();
    let own = |process: u32| declared.replace("x0", &format!("own{process}"));
    out = out.replace(&declared, &format!("{declared}\n{}\n{}", own(0), own(1)));
    for block in blocks {
        let thread = block[..1].parse::<u32>().unwrap();
        out += &format!("transition p{}", block.replace("x0", &format!("own{}", thread / 2)));
    }
    grouped(seed, out)
}

fn grouped(seed: u64, text: String) -> System {
    let grouped = (0..8).fold(text, |text, t| text.replace(&format!("in p{t} "), &format!("in p{} ", t / 2)));
    kulan_ir::text::parse(&grouped).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{grouped}"))
}

fn options() -> Options {
    Options { all_errors: true, max_states: Some(50_000), ..Options::default() }
}

fn store(words: usize) -> PlainStore {
    PlainStore::new(Config { words, memory_limit: 1 << 28, threads: 1 }).unwrap()
}

/// What matters of an outcome: whether there are deadlocks, and which checks fail.
fn found(outcome: &Outcome) -> (bool, BTreeSet<CheckKind>) {
    (outcome.deadlocks > 0, outcome.failures.keys().copied().collect())
}

fn full(system: &System) -> Outcome {
    let model = Interpreted::new(system);
    kulan_search::search(&model, &store(model.words()), &options(), &Control::default())
}

/// The same with process-local states.
fn reduced(system: &System, proviso: bool) -> Outcome {
    let (model, locality) = (Interpreted::new(system), Locality::new(system));
    let by_process = ByProcess::new(&model, &locality);
    let (store, options, control) = (store(model.words()), options(), Control::default());
    if proviso {
        assert!(by_process.needs_proviso());
        kulan_search::search_partial(&by_process, &store, &options, &control)
    } else {
        kulan_search::search(&by_process, &store, &options, &control)
    }
}

#[test]
fn what_is_found_is_as_in_the_full_space() {
    let mut fewer = 0;
    for seed in 0..SEEDS {
        let system = system(seed);
        let (full, reduced) = (full(&system), reduced(&system, true));
        assert!(full.limit.is_none() && reduced.limit.is_none(), "seed {seed}");
        assert_eq!(found(&full), found(&reduced), "seed {seed}");
        assert!(reduced.states <= full.states, "seed {seed}");
        fewer += u64::from(reduced.states < full.states);
    }
    assert!(fewer > SEEDS / 20, "only {fewer} of {SEEDS} systems have fewer states");
}

/// Which steps must be local for the process to go on alone.
#[derive(Copy, Clone, PartialEq)]
enum Test {
    /// Those that begin where its threads are: the test of the paper.
    ThatBegin,
    /// Those that can be taken.
    Enabled,
    /// None does: the whole space.
    Never,
}

/// The states in which nobody can go on, found by a simple form of the algorithm.
fn deadlocks(system: &System, test: Test) -> BTreeSet<Vec<u64>> {
    let interpreter = Interpreter::new(system);
    let process = |t: ThreadId| system.threads[t.index()].process;
    let mut users: BTreeMap<VarId, BTreeSet<ProcessId>> = BTreeMap::new();
    let used = |t: &Transition| {
        let (mut found, mut seen) = (BTreeSet::new(), Default::default());
        let guards = t.guards.iter().map(|g| system.guards[g.index()]);
        let rest = t.checks.iter().map(|c| c.condition).chain(t.updates.iter().flat_map(|u| u.expressions()));
        guards.chain(rest).for_each(|e| system.exprs.reads(e, &mut seen, &mut |v| _ = found.insert(v)));
        found.extend(t.updates.iter().map(|u| u.target.variable()));
        found
    };
    for t in &system.transitions {
        used(t).into_iter().for_each(|v| _ = users.entry(v).or_default().insert(process(t.thread)));
    }
    let is_local = |t: &Transition| used(t).iter().all(|v| users[v].len() == 1);
    let is_here = |state: &Valuation, t: &Transition| {
        let counter = system.threads[t.thread.index()].program_counter.unwrap();
        system.location_of(t).is_none_or(|l| state.0[counter.index()] == l)
    };
    let (mut seen, mut todo, mut stuck) = (BTreeSet::new(), vec![interpreter.initial()], BTreeSet::new());
    while let Some(state) = todo.pop() {
        if !seen.insert(state.0.clone()) {
            continue;
        }
        let paths = reference::successors(&interpreter, system, &state);
        if paths.is_empty() && !interpreter.holds(&state, system.valid_end) {
            stuck.insert(state.0.clone());
        }
        let by = |p: &reference::Path| process(system.transition(p.transitions[0]).thread);
        let can_move: BTreeSet<ProcessId> = paths.iter().map(by).collect();
        let chosen = can_move.into_iter().find(|&own| match test {
            Test::Never => false,
            Test::ThatBegin => {
                system.transitions.iter().filter(|t| process(t.thread) == own && is_here(&state, t)).all(is_local)
            }
            Test::Enabled => {
                paths.iter().filter(|p| by(p) == own).all(|p| is_local(system.transition(p.transitions[0])))
            }
        });
        let taken = paths.into_iter().filter(|p| chosen.is_none_or(|own| by(p) == own));
        todo.extend(taken.filter_map(|p| p.state));
    }
    stuck
}

/// The test `Blocked_G`: a thread that waits for others keeps a state from being local.
#[test]
fn without_the_threads_that_wait_deadlocks_are_lost() {
    let mut lost = 0;
    let usual = (0..SEEDS).map(|seed| (seed, system_with_memory(seed)));
    let is_usual = |s: &System| s.transitions.iter().all(|t| t.is_step() && t.continues.is_none());
    for (seed, system) in usual.filter(|(_, s)| is_usual(s)) {
        let all = deadlocks(&system, Test::Never);
        assert_eq!(deadlocks(&system, Test::ThatBegin), all, "seed {seed}");
        assert_eq!(found(&reduced(&system, true)), found(&full(&system)), "seed {seed}");
        lost += u64::from(deadlocks(&system, Test::Enabled) != all);
    }
    assert!(lost > 0, "the test for threads that wait is never needed");
}

#[test]
fn without_the_proviso_something_is_lost() {
    let differs = |&seed: &u64| {
        let system = system(seed);
        found(&full(&system)) != found(&reduced(&system, false))
    };
    assert!((0..SEEDS).any(|seed| differs(&seed)), "the proviso is never needed");
}
