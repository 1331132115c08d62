//! Cycles that only one part of the nested search can find.

use kulan_control::Control;
use kulan_model::{Generator, Model, Successors};
use kulan_search::{Options, Violation, find_cycle};
use kulan_store::{Config, PlainStore};

/// A graph by its successors; it begins at 0.
#[derive(Clone)]
struct Graph(Vec<Vec<u32>>);

impl Model for Graph {
    type Generator<'a> = Graph;

    fn words(&self) -> usize {
        1
    }

    fn initial(&self) -> Vec<u32> {
        vec![0]
    }

    fn generator(&self, _: &Control) -> Graph {
        self.clone()
    }
}

impl Generator for Graph {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        out.states.extend(&self.0[state[0] as usize]);
    }
}

/// The cycle through one of the accepting states that a search on so many threads finds.
fn cycle(edges: &[&[u32]], accepting: &[u32], threads: usize) -> Option<Violation> {
    let graph = Graph(edges.iter().map(|to| to.to_vec()).collect());
    let store = PlainStore::new(Config { words: 1, memory_limit: 1 << 24, threads }).expect("a small store");
    let options = Options { threads, ..Options::default() };
    let accepts = |state: &[u32]| accepting.contains(&state[0]);
    let outcome = find_cycle(&graph, &accepts, &store, &options, &Control::default());
    outcome.violations.into_iter().next()
}

/// The cycle is one of the graph, and passes an accepting state.
fn assert_cycle(edges: &[&[u32]], accepting: &[u32]) {
    for threads in [1, 2] {
        let found = cycle(edges, accepting, threads).expect("there is a cycle");
        let states: Vec<u32> = found.states.iter().map(|state| state[0]).collect();
        let start = found.cycle.expect("it goes round");
        let closing = [states[states.len() - 1], states[start]];
        let steps = states.windows(2).chain([&closing[..]]);
        steps.for_each(|step| assert!(edges[step[0] as usize].contains(&step[1]), "{step:?} in {states:?}"));
        assert!(states[start..].iter().any(|state| accepting.contains(state)), "{states:?} from {start}");
    }
}

#[test]
fn a_cycle_that_leads_through_what_is_left_behind() {
    // 2 is searched first and left behind; the way back from 1 leads through it.
    assert_cycle(&[&[1, 2], &[2], &[0]], &[1]);
}

#[test]
fn a_cycle_that_closes_on_the_path() {
    assert_cycle(&[&[1], &[2], &[1]], &[2]);
    assert_cycle(&[&[0]], &[0]);
}

#[test]
fn a_cycle_behind_another() {
    assert_cycle(&[&[1, 2], &[0], &[3], &[2]], &[2]);
}

#[test]
fn no_cycle_passes_an_accepting_state() {
    for threads in [1, 2] {
        assert_eq!(cycle(&[&[1, 2], &[0], &[3], &[3]], &[2], threads), None);
        assert_eq!(cycle(&[&[1], &[2], &[]], &[0, 1, 2], threads), None);
    }
}
