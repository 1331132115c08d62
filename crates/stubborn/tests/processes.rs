//! Process-local states against the full space, on random systems with several threads in each process.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use kulan_control::Control;
use kulan_ir::{CheckKind, System};
use kulan_model::{Interpreted, Model, PartialModel};
use kulan_search::{Options, Outcome};
use kulan_store::{Config, PlainStore};
use kulan_stubborn::{ByProcess, Locality};

const SEEDS: u64 = 1500;

/// A random system whose threads are put into processes two by two.
fn system(seed: u64) -> System {
    let text = kulan_testing::concurrent::text(seed);
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

#[test]
fn without_the_proviso_something_is_lost() {
    let differs = |&seed: &u64| {
        let system = system(seed);
        found(&full(&system)) != found(&reduced(&system, false))
    };
    assert!((0..SEEDS).any(|seed| differs(&seed)), "the proviso is never needed");
}
