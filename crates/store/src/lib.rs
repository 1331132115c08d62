//! Shared, lock-free sets of state vectors.
//!
//! A state is a `[u32]` of a length fixed when the store is created. Two stores keep states exactly (no lossy hashing),
//! behind one pair of traits:
//!
//! - [`TreeStore`] folds a state into pairs shared with other states: about 12 bytes per state on large models.
//! - [`PlainStore`] keeps states whole: more memory, less work per insertion.
//!
//! Worker threads hold one [`Cursor`] each. A cursor takes all successors of its current state at once, so that the
//! cache misses of one batch overlap.
//!
//! ```
//! use kulan_store::{Config, Cursor, StateStore, TreeStore};
//! let store = TreeStore::new(Config { words: 3, memory_limit: 1 << 20, threads: 1 })?;
//! let mut cursor = store.cursor();
//! let root = cursor.insert_root(&[0, 0, 0])?;
//! cursor.load(root.state);
//! let mut found = Vec::new();
//! cursor.insert_successors(&[0, 0, 1, 0, 0, 0], &mut found)?;
//! assert!(found[0].new && !found[1].new);
//! # Ok::<(), kulan_store::Full>(())
//! ```
//!
//! Reading order: `memory` and `arena` (cells that never move), `gate` (who may touch the tables now), `table` (the hash
//! table both stores use), then `plain` and `tree`.

mod arena;
mod gate;
mod hash;
#[cfg(all(test, loom))]
mod loom_tests;
mod memory;
mod plain;
mod sync;
mod table;
mod tree;

use std::fmt;

pub use plain::{PlainCursor, PlainStore};
pub use tree::{TreeCursor, TreeStore};

/// A stored state; stays valid and means the same state for the life of its store.
///
/// Never zero. A reference that did not come from the same store gives some state or a panic.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateRef(pub u64);

/// What a store is made for.
#[derive(Copy, Clone, Debug)]
pub struct Config {
    /// Length of every state, at least 1.
    pub words: usize,
    /// Maximum bytes that the store may hold, including temporary memory during growth.
    pub memory_limit: u64,
    /// Number of threads that hold cursors at a time; with one there is no need to synchronize.
    pub threads: usize,
}

/// The result of one insertion.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The state inserted, or its equal stored before.
    pub state: StateRef,
    /// Whether this insertion stored it: true for exactly one insertion of each state, over all cursors.
    pub new: bool,
    /// The marks that the state had when this insertion found it.
    pub marks: Marks,
}

/// Marks of a state, [`MARKS`] bits. Their meaning is up to the caller.
pub type Marks = u8;

/// How many marks a state can have.
pub const MARKS: u32 = 3;

/// Why a state could not be stored. What was stored before stays readable.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Full {
    /// The memory limit is reached, or the system has no more memory.
    Memory,
    /// The numbers for states or parts of states are used up (2^30 parts, 2^36 plain states).
    Numbers,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Full::Memory => "the state store reached its memory limit",
            Full::Numbers => "the state store ran out of numbers for parts of states",
        })
    }
}

impl std::error::Error for Full {}

/// A set of states, shared by all worker threads.
pub trait StateStore: Sync {
    /// One worker's access to the store.
    type Cursor<'a>: Cursor
    where
        Self: 'a;

    /// A cursor without a current state. Panics in a store made for one thread if another one holds a cursor.
    fn cursor(&self) -> Self::Cursor<'_>;

    /// Number of states stored; exact when no insertion is in progress.
    fn len(&self) -> u64;

    /// Whether no state is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory held now.
    fn bytes(&self) -> u64;

    /// Largest number of bytes ever held, including temporary memory during growth.
    fn peak_bytes(&self) -> u64;
}

/// One worker's access to a [`StateStore`].
pub trait Cursor {
    /// Makes `state` the current state.
    fn load(&mut self, state: StateRef);

    /// Words of the current state; empty before the first [`load`](Cursor::load).
    fn state(&self) -> &[u32];

    /// Stores a state that has no known parent. The current state stays.
    fn insert_root(&mut self, state: &[u32]) -> Result<Outcome, Full>;

    /// Queues the states that are stored one after the other in `successors`, to be inserted by the next
    /// [`flush`](Cursor::flush), and starts fetching the memory it will need into the cache: work done in between costs
    /// nothing. They are cheapest to store if they differ from the current state in few words.
    fn queue(&mut self, successors: &[u32]);

    /// Stores the queued states, and appends their outcomes to `out` in order.
    ///
    /// On an error, `out` has the outcomes of a prefix of them, and the store holds only that prefix. Afterwards the
    /// queue is empty.
    fn flush(&mut self, out: &mut Vec<Outcome>) -> Result<(), Full>;

    /// Queues and stores states at once.
    fn insert_successors(&mut self, successors: &[u32], out: &mut Vec<Outcome>) -> Result<(), Full> {
        self.queue(successors);
        self.flush(out)
    }

    /// Copies the words of `state` to `out`. The current state stays.
    fn read(&mut self, state: StateRef, out: &mut [u32]);

    /// Marks a state permanently: later insertions of it return the marks. Returns the marks that it had before.
    fn mark(&mut self, state: StateRef, marks: Marks) -> Marks;
}
