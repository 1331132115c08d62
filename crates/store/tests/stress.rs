//! Many threads insert overlapping sets while the tables grow all the time.

mod support;

use std::collections::HashMap;
use std::sync::Barrier;
use std::thread;

use kulan_store::{Cursor, Outcome, PlainStore, StateRef, StateStore, TreeStore};
use support::{Random, config, name, read};

const THREADS: u64 = 10;
const STATES: usize = 12_000;
const WORDS: usize = 7;

fn state(i: usize) -> [u32; WORDS] {
    let i = i as u32;
    [i % 3, i / 3 % 5, i / 15 % 7, 1, i / 105, i % 2, i % 11]
}

/// Inserts all states, each thread in its own order and with different neighbours in a batch.
fn insert_all<S: StateStore>(store: &S, start: &Barrier, seed: u64) -> Vec<(usize, Outcome)> {
    let (mut random, mut cursor) = (Random(seed), store.cursor());
    let mut order: Vec<usize> = (0..STATES).collect();
    (1..STATES).rev().for_each(|i| order.swap(i, random.below(i + 1)));
    let mut out = Vec::new();
    start.wait();
    cursor.load(cursor_root(store));
    for batch in order.chunks(1 + seed as usize % 6) {
        let successors: Vec<u32> = batch.iter().flat_map(|&i| state(i)).collect();
        cursor.insert_successors(&successors, &mut out).expect("memory");
    }
    order.into_iter().zip(out).collect()
}

fn cursor_root<S: StateStore>(store: &S) -> StateRef {
    store.cursor().insert_root(&[8; WORDS]).expect("memory").state
}

fn run<S: StateStore>(store: &S) -> Vec<(usize, Outcome)> {
    let start = Barrier::new(THREADS as usize);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|t| {
                scope.spawn({
                    let start = &start;
                    move || insert_all(store, start, t)
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}

fn check<S: StateStore>(store: S) {
    let outcomes = run(&store);
    let mut cursor = store.cursor();
    let mut references = HashMap::new();
    for (i, outcome) in &outcomes {
        assert_eq!(*references.entry(*i).or_insert(outcome.state), outcome.state, "state {i} has two references");
    }
    let new = outcomes.iter().filter(|(_, outcome)| outcome.new).count();
    assert_eq!((references.len(), new), (STATES, STATES), "{}: new once each", name::<S>());
    assert_eq!(store.len(), STATES as u64 + 1);
    for (i, reference) in references {
        assert_eq!(read(&mut cursor, reference, WORDS), state(i));
    }
}

#[test]
fn plain_store_under_stress() {
    (0..20).for_each(|_| check(PlainStore::new(config(WORDS)).expect("memory")));
}

#[test]
fn tree_store_under_stress() {
    (0..20).for_each(|_| check(TreeStore::new(config(WORDS)).expect("memory")));
}
