//! The memory limit is kept, and what is stored stays readable.

mod support;

use kulan_store::{Config, Cursor, Full, PlainStore, StateRef, StateStore, TreeStore};
use support::read;

const LIMIT: u64 = 2_000_000;
const WORDS: usize = 5;

fn config(memory_limit: u64) -> Config {
    Config { words: WORDS, memory_limit, threads: 1 }
}

fn state(i: u32) -> [u32; WORDS] {
    [i, i / 7, 0, i % 7, !i]
}

/// Inserts states ten at a time until the store is full.
fn fill<S: StateStore>(store: &S) -> Vec<StateRef> {
    let (mut cursor, mut out) = (store.cursor(), Vec::new());
    for batch in 0.. {
        let successors: Vec<u32> = (batch * 10..batch * 10 + 10).flat_map(state).collect();
        if let Err(full) = cursor.insert_successors(&successors, &mut out) {
            assert_eq!(full, Full::Memory);
            break;
        }
        assert!(out.iter().all(|outcome| outcome.new));
    }
    out.iter().map(|outcome| outcome.state).collect()
}

fn stays_usable<S: StateStore>(store: S, least: usize) {
    let stored = fill(&store);
    assert!(stored.len() > least, "only {} states stored", stored.len());
    assert!(store.peak_bytes() <= LIMIT && store.bytes() > LIMIT / 2);
    assert_eq!(store.len(), stored.len() as u64);
    let mut cursor = store.cursor();
    for (i, &reference) in stored.iter().enumerate() {
        assert_eq!(read(&mut cursor, reference, WORDS), state(i as u32));
        let again = cursor.insert_root(&state(i as u32)).expect("memory");
        assert!(!again.new && again.state == reference);
    }
    assert!(cursor.insert_root(&[1; WORDS]).is_err() || store.peak_bytes() <= LIMIT);
}

#[test]
fn full_plain_store_stays_usable() {
    stays_usable(PlainStore::new(config(LIMIT)).expect("memory"), 30_000);
}

#[test]
fn full_tree_store_stays_usable() {
    stays_usable(TreeStore::new(config(LIMIT)).expect("memory"), 10_000);
}

#[test]
fn a_limit_too_small_to_start_is_an_error() {
    assert_eq!(PlainStore::new(config(1000)).err(), Some(Full::Memory));
    assert_eq!(TreeStore::new(config(1000)).err(), Some(Full::Memory));
}
