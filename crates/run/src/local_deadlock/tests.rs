//! Local deadlocks of random systems against their definition, decided state by state by the reference interpreter.

use std::collections::{HashMap, HashSet};

use kulan_control::Control;
use kulan_ir::{Interpreter, System, Valuation, reference};

use super::check;
use crate::Setup;

const SEEDS: u64 = 600;
/// Larger systems are left out.
const MOST_STATES: usize = 3_000;

/// A random system of three processes, the first of which only starts the others, and so is not asked about. A thread has
/// ended where it has no step.
fn system(seed: u64) -> Option<System> {
    let text = kulan_testing::concurrent::text(seed);
    // An index out of range ends the run, so that nobody knows how the others would have gone on.
    let text = if seed.is_multiple_of(2) { text.replace("check assert", "check index") } else { text };
    let grouped = (0..8u32).fold(text, |text, t| {
        let goes_on = |place: &u32| text.contains(&format!("transition p{t} {{\n    when at{t} == {place}\n"));
        let last = (1..8).find(|place| !goes_on(place)).unwrap_or(7);
        let from = format!("thread p{t} in p{t} counter at{t}");
        text.replace(&from, &format!("thread p{t} in p{} counter at{t} idle {last}", t.div_ceil(2)))
    });
    let is_usual = !grouped.contains("fallback") && !grouped.contains("alone");
    is_usual.then(|| kulan_ir::text::parse(&grouped).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{grouped}")))
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

#[test]
fn a_process_is_stuck_where_its_definition_says_so() {
    let (mut stuck, mut asked) = (0, 0);
    for seed in 0..SEEDS {
        let Some(system) = system(seed) else { continue };
        let Some(graph) = graph(&system, &all_steps) else { continue };
        let setup = Setup { memory: 1 << 28, ..Setup::default() };
        let found = check(system, &setup, &Control::default()).unwrap_or_else(|e| panic!("seed {seed}: {e:?}"));
        assert_eq!(found.process.is_some(), is_stuck(&graph), "seed {seed}");
        stuck += u64::from(found.process.is_some());
        asked += 1;
    }
    assert!(asked > SEEDS / 4 && stuck > asked / 20 && stuck < asked, "{stuck} of {asked} systems are of interest");
}

/// The same on a graph in which a process that can move is all that moves, as a reduction would have it: the random systems
/// tell such a graph from the right one.
#[test]
fn the_graph_of_a_reduced_search_is_not_enough() {
    let differs = |&seed: &u64| {
        let Some(system) = system(seed) else { return false };
        let process = |p: &reference::Path| system.threads[system.transition(p.transitions[0]).thread.index()].process;
        let is_first = |all: &[reference::Path], path: &reference::Path| process(path) == process(&all[0]);
        let graphs = graph(&system, &all_steps).zip(graph(&system, &is_first));
        graphs.is_some_and(|(whole, reduced)| is_stuck(&whole) != is_stuck(&reduced))
    };
    assert!((0..SEEDS).any(|seed| differs(&seed)), "the graph does not matter");
}
