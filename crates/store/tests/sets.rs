//! Both stores hold the same set as a map of the standard library.

mod support;

use std::collections::HashMap;

use kulan_store::{Cursor, Outcome, PlainStore, StateRef, StateStore, TreeStore};
use support::{Random, config, name, read};

type Known = HashMap<Vec<u32>, StateRef>;

/// Inserts neighbours of states known, and checks each outcome.
fn walk<S: StateStore>(store: &S, words: usize, rounds: usize, random: &mut Random) -> Known {
    let mut cursor = store.cursor();
    let start: Vec<u32> = (0..words).map(|_| random.word()).collect();
    let root = cursor.insert_root(&start).expect("memory");
    let (mut known, mut order) = (Known::from([(start, root.state)]), vec![root.state]);
    let mut out = Vec::new();
    for _ in 0..rounds {
        cursor.load(order[random.below(order.len())]);
        let count = random.below(70);
        let successors = random.neighbours(cursor.state(), count);
        out.clear();
        cursor.insert_successors(&successors, &mut out).expect("memory");
        assert_eq!(out.len(), count);
        for (state, outcome) in successors.chunks(words).zip(&out) {
            check(&mut known, &mut order, state, outcome);
        }
    }
    known
}

fn check(known: &mut Known, order: &mut Vec<StateRef>, state: &[u32], outcome: &Outcome) {
    let before = known.insert(state.to_vec(), outcome.state);
    assert_eq!(outcome.new, before.is_none(), "{state:?}");
    assert!(before.is_none_or(|before| before == outcome.state), "reference of {state:?} changed");
    if outcome.new {
        order.push(outcome.state);
    }
}

/// Reads and loads all states, through a cursor that stored none of them.
fn check_all<S: StateStore>(store: &S, words: usize, known: &Known) {
    let mut cursor = store.cursor();
    let mut previous: &[u32] = &[];
    assert_eq!(store.len(), known.len() as u64);
    for (state, &reference) in known {
        assert_eq!(&read(&mut cursor, reference, words), state);
        assert_eq!(cursor.state(), previous, "reading changed the current state");
        cursor.load(reference);
        assert_eq!(cursor.state(), state);
        assert!(!cursor.insert_root(state).expect("memory").new);
        previous = state;
    }
    let mut references: Vec<_> = known.values().collect();
    references.sort();
    references.dedup();
    assert_eq!(references.len(), known.len(), "two states share a reference");
}

fn same_set<S: StateStore>(make: impl Fn(usize) -> S) {
    for words in 1..=70 {
        let store = make(words);
        let known = walk(&store, words, 60, &mut Random(words as u64));
        check_all(&store, words, &known);
    }
}

#[test]
fn plain_store_is_a_set() {
    same_set(|words| PlainStore::new(config(words)).expect("memory"));
}

#[test]
fn tree_store_is_a_set() {
    same_set(|words| TreeStore::new(config(words)).expect("memory"));
}

fn outlives_growth<S: StateStore>(store: S, words: usize) {
    let before = store.bytes();
    let known = walk(&store, words, 6000, &mut Random(3));
    assert!(store.bytes() > 8 * before, "{} hardly grew", name::<S>());
    assert!(store.peak_bytes() >= store.bytes());
    check_all(&store, words, &known);
}

#[test]
fn plain_store_outlives_growth() {
    outlives_growth(PlainStore::new(config(9)).expect("memory"), 9);
}

#[test]
fn tree_store_outlives_growth() {
    outlives_growth(TreeStore::new(config(9)).expect("memory"), 9);
}

/// Long vectors: several batches of scratch memory, many floors of the tree.
#[test]
fn long_states() {
    for words in [500, 2000] {
        let (tree, plain) =
            (TreeStore::new(config(words)).expect("memory"), PlainStore::new(config(words)).expect("memory"));
        let known = walk(&tree, words, 20, &mut Random(1));
        check_all(&tree, words, &known);
        let known = walk(&plain, words, 20, &mut Random(1));
        check_all(&plain, words, &known);
    }
}

/// Successors may come before any state is loaded, and other calls between load and successors.
#[test]
fn the_current_state_is_only_a_hint() {
    let store = TreeStore::new(config(6)).expect("memory");
    let mut cursor = store.cursor();
    let mut out = Vec::new();
    cursor.insert_successors(&[1, 2, 3, 4, 5, 6], &mut out).expect("memory");
    cursor.load(out[0].state);
    let root = cursor.insert_root(&[9, 9, 9, 9, 9, 9]).expect("memory");
    assert_eq!(read(&mut cursor, root.state, 6), [9; 6]);
    cursor.insert_successors(&[1, 2, 3, 4, 5, 7], &mut out).expect("memory");
    assert_eq!(read(&mut cursor, out[1].state, 6), [1, 2, 3, 4, 5, 7]);
    assert_eq!(cursor.state(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_small_store_is_small() {
    let tree = TreeStore::new(config(20)).expect("memory");
    walk(&tree, 20, 10, &mut Random(5));
    assert!(tree.peak_bytes() < 400_000, "{} bytes", tree.peak_bytes());
}
