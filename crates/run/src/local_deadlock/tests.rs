//! Local deadlocks of random systems against their definition, decided state by state by the reference interpreter.

use std::collections::{HashMap, HashSet};

use kulan_control::Control;
use kulan_ir::expr::mask;
use kulan_ir::{Interpreter, System, Thread, Valuation, VarId, reference};
use kulan_testing::traps::TWO_LOCKS;
use kulan_transactions::Mode;

use super::check;
use crate::{Found, Reduction, Setup, Transactions};

const SEEDS: u64 = 600;
/// It matters here that not every edge is by a key transition.
const KEYS: u64 = 933;
/// Larger systems are left out.
const MOST_STATES: usize = 3_000;

/// A random system of three processes, the first of which only starts the others, and so is not asked about. A thread has
/// ended where it has no step.
fn system(seed: u64) -> Option<System> {
    let has_locks = seed % 5 == 4;
    let text = if has_locks { kulan_testing::threaded::text(seed) } else { kulan_testing::concurrent::text(seed) };
    // An index out of range ends the run, and so does what is not supported, so that nobody knows how the others would have gone
    // on. The latter is no violation.
    let text = match seed % 4 {
        0 => text.replace("check assert", "check unsupported"),
        2 => text.replace("check assert", "check index"),
        _ => text,
    };
    let grouped = (0..8u32).fold(text, |text, t| {
        let goes_on = |place: &u32| text.contains(&format!("transition p{t} {{\n    when at{t} == {place}\n"));
        let last = (1..32).find(|place| !goes_on(place)).unwrap_or(7);
        let from = format!("thread p{t} in p{t} counter at{t}");
        text.replace(&from, &format!("thread p{t} in p{} counter at{t} idle {last}", t.div_ceil(2)))
    });
    let is_usual = !grouped.contains("fallback") && !grouped.contains("alone");
    let parse = || kulan_ir::text::parse(&grouped).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{grouped}"));
    is_usual.then(parse).map(|mut system| {
        set_ends(&mut system, seed);
        system
    })
}

/// Lets a run end as one of programs does: where all threads have ended, and for some seeds where some thread has no step, which
/// then does not count as its end. For some others it does not count where a variable has a value that it may lose again.
fn set_ends(system: &mut System, seed: u64) {
    let early = seed.is_multiple_of(3).then_some(seed as usize / 3 % system.threads.len());
    let (mut all, mut ends) = (system.exprs.bool(true), system.exprs.bool(false));
    for i in 0..system.threads.len() {
        let Thread { program_counter: Some(counter), idle: Some(last), .. } = system.threads[i] else { continue };
        let at = system.read(counter);
        if early == Some(i) {
            ends = system.exprs.eq_const(at, last);
            system.threads[i].idle = Some(mask(system.variables[counter.index()].width));
        }
        let ended = system.exprs.eq_const(at, system.threads[i].idle.unwrap_or(last));
        all = system.exprs.and(all, ended);
    }
    if seed % 5 == 1 {
        let shared = VarId(system.threads.len() as u32);
        let read = system.read(shared);
        ends = system.exprs.eq_const(read, system.variables[shared.index()].initial[0] ^ 1);
    }
    system.valid_end = system.exprs.or(all, ends);
}

/// What the definition needs to know of a state.
struct Seen {
    alive: u64,
    moves: u64,
    next: Vec<usize>,
}

/// All states, as far as the steps lead that `is_taken` keeps of a state; none if there are too many.
fn graph(system: &System, is_taken: &dyn Fn(&[reference::Path], &reference::Path) -> bool) -> Option<Vec<Seen>> {
    let interpreter = Interpreter::new(system);
    let process = |t: kulan_ir::ThreadId| 1u64 << system.threads[t.index()].process.index();
    let (mut numbers, mut todo) = (HashMap::new(), vec![interpreter.initial()]);
    numbers.insert(todo[0].0.clone(), 0);
    let mut graph: Vec<Seen> = Vec::new();
    while graph.len() < todo.len() {
        if todo.len() > MOST_STATES {
            return None;
        }
        let state = todo[graph.len()].clone();
        let threads = system.threads.iter().filter(|t| t.process.index() != 0);
        let runs = |t: &&kulan_ir::Thread| t.program_counter.map(|c| state.0[c.index()]) != t.idle;
        let alive = threads.filter(runs).fold(0, |all, t| all | 1 << t.process.index());
        let mut seen = Seen { alive, moves: 0, next: Vec::new() };
        if interpreter.holds(&state, system.valid_end) {
            seen.moves = alive;
        }
        let paths = reference::successors(&interpreter, system, &state);
        for path in paths.iter().filter(|p| is_taken(&paths, p)) {
            seen.moves |= process(system.transition(path.transitions[0]).thread);
            match &path.state {
                Some(Valuation(values)) => {
                    let number = *numbers.entry(values.clone()).or_insert_with(|| {
                        todo.push(Valuation(values.clone()));
                        todo.len() - 1
                    });
                    seen.next.push(number);
                }
                // The run ends with an error: nobody knows how the others would have gone on.
                None => seen.moves |= alive,
            }
        }
        graph.push(seen);
    }
    Some(graph)
}

/// Whether some process has not ended in a state, and moves in none that can be reached from there.
fn is_stuck(graph: &[Seen]) -> bool {
    (0..graph.len()).any(|start| {
        let (mut reached, mut todo, mut moves) = (HashSet::from([start]), vec![start], 0);
        while let Some(at) = todo.pop() {
            moves |= graph[at].moves;
            todo.extend(graph[at].next.iter().filter(|&&n| reached.insert(n)));
        }
        graph[start].alive & !moves != 0
    })
}

fn all_steps(_: &[reference::Path], _: &reference::Path) -> bool {
    true
}

/// What may be left out of the graph.
fn ways() -> Vec<(&'static str, Setup)> {
    let usual = Setup { memory: 1 << 28, ..Setup::default() };
    let reduced = |reduction: Reduction| Setup { reduction: Some(reduction), ..usual.clone() };
    let cheap = Reduction { auto: None, ..Reduction::default() };
    let at_once = Reduction { auto: Some(1), ..Reduction::default() };
    let transacted = |mode, setup: Setup| Setup { transactions: Transactions::Of(mode), ..setup };
    let by_process = Setup { reduction: None, by_process: true, ..usual.clone() };
    vec![
        ("off", Setup { reduction: None, ..usual.clone() }),
        ("process", by_process.clone()),
        ("process, static", transacted(Mode::Static, by_process.clone())),
        ("process, dynamic", transacted(Mode::Dynamic, by_process)),
        ("components, static", transacted(Mode::Static, reduced(cheap))),
        ("auto, static", Setup { programs: true, ..reduced(at_once) }),
        ("auto", reduced(at_once)),
        ("components", reduced(cheap)),
        ("best", reduced(Reduction::best())),
    ]
}

/// What a search for safety finds out by the way.
fn by_the_way(system: &System, setup: &Setup) -> Found {
    let (setup, control) = (Setup { local_deadlocks: true, ..setup.clone() }, Control::default());
    let system = kulan_transform::transform(system, setup.passes());
    let rounds = Some(kulan_transactions::Options::ROUNDS);
    let (system, _) = crate::transactions::transact(system, &setup, rounds, &control);
    crate::safety::run(&system, &setup, &control).expect("a system for searches")
}

#[test]
fn a_process_is_stuck_where_its_definition_says_so() {
    let (mut stuck, mut asked, mut smaller, mut transacted, mut told) = (0, 0, 0, 0, 0);
    let first = std::env::var("KULAN_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let count = std::env::var("KULAN_SYSTEMS").ok().and_then(|s| s.parse().ok()).unwrap_or(SEEDS);
    let ways = ways();
    for seed in (first..first + count).chain([KEYS]) {
        let Some(system) = system(seed) else { continue };
        let Some(graph) = graph(&system, &all_steps) else { continue };
        let is_stuck = is_stuck(&graph);
        for (name, setup) in &ways {
            let found = check(system.clone(), setup, &Control::default());
            let found = found.unwrap_or_else(|e| panic!("seed {seed}, {name}: {e:?}"));
            assert_eq!(found.process.is_some(), is_stuck, "seed {seed}, {name}");
            let found = found.searched.found;
            smaller += u64::from(found.outcome.states < graph.len() as u64);
            transacted += u64::from(found.transacted.is_some_and(|figures| figures.inside > 0));
            if by_the_way(&system, setup).nobody_stuck {
                assert!(!is_stuck, "seed {seed}, {name}: somebody is stuck");
                assert!(found.outcome.failures.is_empty(), "seed {seed}, {name}: nobody knows how some runs go on");
                told += 1;
            }
        }
        stuck += u64::from(is_stuck);
        asked += 1;
    }
    assert!(asked > count / 4 && stuck > asked / 20 && stuck < asked, "{stuck} of {asked} systems are of interest");
    assert!(transacted > asked / 2, "only {transacted} graphs of {asked} systems have transactions");
    let not_stuck = asked - stuck;
    assert!(told > not_stuck, "only {told} searches of {not_stuck} systems tell by the way that nobody is stuck");
    assert!(smaller > asked, "only {smaller} graphs of {asked} systems are smaller");
}

/// Two threads that each take two locks, in opposite order: a transaction that took both would hide where they are stuck.
#[test]
fn a_transaction_ends_before_what_may_wait() {
    let text = TWO_LOCKS.replace("process a process b", "process start process a process b");
    let text = text.replace("counter ata", "counter ata idle 4").replace("counter atb", "counter atb idle 4");
    let system = kulan_ir::text::parse(&text).expect("a system");
    for (name, setup) in ways() {
        let found = check(system.clone(), &setup, &Control::default()).expect(name);
        assert!(found.process.is_some(), "{name}");
    }
}

/// The same on a graph in which a process that can move is all that moves, however long the others wait: the random systems tell
/// such a graph from the right one.
#[test]
fn it_matters_that_nothing_is_postponed_forever() {
    let differs = |&seed: &u64| {
        let Some(system) = system(seed) else { return false };
        let process = |p: &reference::Path| system.threads[system.transition(p.transitions[0]).thread.index()].process;
        let is_first = |all: &[reference::Path], path: &reference::Path| process(path) == process(&all[0]);
        let graphs = graph(&system, &all_steps).zip(graph(&system, &is_first));
        graphs.is_some_and(|(whole, reduced)| is_stuck(&whole) != is_stuck(&reduced))
    };
    assert!((0..SEEDS).any(|seed| differs(&seed)), "the graph does not matter");
}
