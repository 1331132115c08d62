//! A model written in Rust, reduced by what it declares of itself.
#![allow(clippy::unwrap_used)]

use kulan_control::Control;
use kulan_ir::TransitionId;
use kulan_model::{Generator, Guarded, GuardedModel, Model, Successors};
use kulan_relations::{Declared, DeclaredTransition};
use kulan_search::{Options as Search, Outcome, search};
use kulan_store::{Config, TreeStore};
use kulan_stubborn::{Algorithm, Options, Reduced, Strength, Tables};

/// Philosophers, each of whom thinks twice, takes the fork on the left, then the one on the right, and keeps both for good.
///
/// The state: a word per philosopher (how many steps were made), then a word per fork (whether it is taken).
struct Philosophers(usize);

/// Steps of a philosopher: to think, to think again, to take a fork, to take the other.
const STEPS: usize = 4;

impl Philosophers {
    /// The fork that a step takes, if it takes one.
    fn fork(&self, philosopher: usize, step: usize) -> Option<usize> {
        step.checked_sub(2).map(|second| (philosopher + second) % self.0)
    }

    /// Guards: by philosopher and step, that it is the next; by fork, that it is free. Transitions: by philosopher and step.
    fn declared(&self) -> Declared {
        let n = self.0 as u32;
        let transition = |t: usize| {
            let (p, fork) = ((t / STEPS) as u32, self.fork(t / STEPS, t % STEPS).map(|f| f as u32));
            let guards = std::iter::once(t as u32).chain(fork.map(|f| n * STEPS as u32 + f)).collect();
            DeclaredTransition {
                guards,
                reads: vec![p],
                writes: std::iter::once(p).chain(fork.map(|f| n + f)).collect(),
            }
        };
        let steps = 0..(self.0 * STEPS) as u32;
        let same = |g: u32, h: u32| g != h && g / STEPS as u32 == h / STEPS as u32;
        Declared {
            tests: steps.clone().map(|g| vec![g / STEPS as u32]).chain((0..n).map(|f| vec![n + f])).collect(),
            exclusive: steps
                .clone()
                .flat_map(|g| steps.clone().filter(move |&h| same(g, h)).map(move |h| (g, h)))
                .collect(),
            transitions: (0..self.0 * STEPS).map(transition).collect(),
        }
    }
}

impl Model for Philosophers {
    type Generator<'a> = Table<'a>;

    fn words(&self) -> usize {
        2 * self.0
    }

    fn initial(&self) -> Vec<u32> {
        vec![0; self.words()]
    }

    fn generator(&self, _: &Control) -> Table<'_> {
        Table(self)
    }
}

impl GuardedModel for Philosophers {
    type Guarded<'a> = Table<'a>;

    fn guarded(&self, _: &Control) -> Table<'_> {
        Table(self)
    }
}

struct Table<'a>(&'a Philosophers);

impl Generator for Table<'_> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        let n = self.0.0;
        for t in 0..n * STEPS {
            let (p, step) = (t / STEPS, t % STEPS);
            if state[p] == step as u32 && self.0.fork(p, step).is_none_or(|f| state[n + f] == 0) {
                self.fire(state, TransitionId(t as u32), out);
            }
        }
        out.deadlock = out.states.is_empty() && !self.is_valid_end(state);
    }
}

impl Guarded for Table<'_> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        let n = self.0.0;
        out.fill(0);
        let steps = (0..n * STEPS).map(|g| state[g / STEPS] == (g % STEPS) as u32);
        let values = steps.chain((0..n).map(|f| state[n + f] == 0));
        values.enumerate().for_each(|(g, holds)| out[g / 64] |= u64::from(holds) << (g % 64));
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        let (p, step) = (transition.index() / STEPS, transition.index() % STEPS);
        let start = out.states.len();
        out.states.extend_from_slice(state);
        out.states[start + p] += 1;
        if let Some(fork) = self.0.fork(p, step) {
            out.states[start + self.0.0 + fork] = 1;
        }
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        state[..self.0.0].contains(&(STEPS as u32))
    }
}

fn explore<M: Model>(model: &M) -> Outcome {
    let store = TreeStore::new(Config { words: model.words(), memory_limit: 1 << 28, threads: 1 }).unwrap();
    let options = Search { all_errors: true, ..Search::default() };
    search(model, &store, &options, &Control::default())
}

#[test]
fn a_model_in_rust_is_reduced() {
    let model = Philosophers(5);
    let full = explore(&model);
    assert_eq!(full.deadlocks, 1, "all wait for the fork on the right");
    let relations = model.declared().relations();
    for algorithm in Algorithm::ALL {
        for strength in [Strength::Strong, Strength::Weak] {
            let options = Options { algorithm, strength, ..Options::default() };
            let tables = Tables::declared(&relations);
            let reduced = explore(&Reduced::new(&model, &tables, options, false));
            assert_eq!(reduced.deadlocks, 1);
            assert!(reduced.states * 10 < full.states, "{options:?}: {} of {}", reduced.states, full.states);
        }
    }
}
