//! A search that is deep, with little to give away at a time.

use kulan_control::Control;
use kulan_model::{Generator, Model, Successors};
use kulan_search::{Options, search};
use kulan_store::{Config, PlainStore};

/// The length of the way down.
const DEPTH: u32 = 300_000;
/// Side ways begin here.
const ASIDE: u32 = 1 << 20;

/// A way down, on which short side ways begin all along. It ends in a deadlock.
struct Shaft;

impl Model for Shaft {
    type Generator<'a> = Shaft;

    fn words(&self) -> usize {
        1
    }

    fn initial(&self) -> Vec<u32> {
        vec![0]
    }

    fn generator(&self, _: &Control) -> Shaft {
        Shaft
    }
}

fn successors(state: u32) -> Vec<u32> {
    match state {
        DEPTH => vec![],
        s if s < DEPTH => vec![s + ASIDE, s + 1],
        s if s < 2 * ASIDE => vec![s + ASIDE],
        s => vec![s - 2 * ASIDE],
    }
}

impl Generator for Shaft {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        out.states.extend(successors(state[0]));
        out.deadlock = out.states.is_empty();
    }
}

/// Ways that are given away share what they have in common: copies would not fit into any memory.
#[test]
fn ways_are_shared() {
    for threads in [1, 2, 4] {
        let store = PlainStore::new(Config { words: 1, memory_limit: 1 << 28, threads }).expect("a small store");
        let options = Options { threads, all_errors: true, ..Options::default() };
        let outcome = search(&Shaft, &store, &options, &Control::default());
        assert_eq!((outcome.states, outcome.deadlocks), (u64::from(3 * DEPTH + 1), 1), "{threads} threads");
        let way = &outcome.violations[0].states;
        assert_eq!((way[0][0], way[way.len() - 1][0]), (0, DEPTH), "{threads} threads");
        assert!(way.windows(2).all(|step| successors(step[0][0]).contains(&step[1][0])), "{threads} threads");
    }
}
