//! A store that shares the parts of states: tree compression.
//!
//! After A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression for free" (SPIN 2011). The words of
//! a state are the leaves of a balanced binary tree; every node below the root is a pair stored once under a number,
//! and a state is the pair of numbers at the root. There are two differences: pairs get dense numbers from an arena and
//! the tables only refer to them, so that the tables can grow; and the reference of a state is its root pair itself,
//! not its location.

use crate::gate::Gate;
use crate::hash::hash_pair;
use crate::memory::Budget;
use crate::table::Table;
use crate::{Config, Full, MARKS, StateStore};

mod batch;
mod cursor;
mod memo;
mod nodes;
mod shape;

pub use cursor::TreeCursor;
use nodes::{NODE_BITS, Nodes};
use shape::Shape;

/// A set of states that share their parts.
///
/// A [`StateRef`](crate::StateRef) holds two 30-bit numbers; its top four bits are zero.
pub struct TreeStore {
    shape: Shape,
    budget: Budget,
    gate: Gate,
    nodes: Nodes,
    roots: Table,
}

impl TreeStore {
    /// An empty store.
    pub fn new(config: Config) -> Result<Self, Full> {
        assert!(config.words > 0, "a state has at least one word");
        let budget = Budget::new(config.memory_limit);
        let (nodes, roots) = (Nodes::new(&budget)?, Table::new(64, &budget)?);
        Ok(Self { shape: Shape::new(config.words), budget, gate: Gate::new(config.threads), nodes, roots })
    }

    /// Grows whatever is crowded.
    fn grow(&self) -> Result<(), Full> {
        let alone = self.gate.close();
        self.nodes.grow(&alone, &self.budget)?;
        self.roots.grow(&alone, &self.budget, |slot| hash_pair(slot & !MARK_MASK))
    }
}

impl StateStore for TreeStore {
    type Cursor<'a> = TreeCursor<'a>;

    fn cursor(&self) -> TreeCursor<'_> {
        TreeCursor::new(self)
    }

    fn len(&self) -> u64 {
        self.gate.added()
    }

    fn bytes(&self) -> u64 {
        self.budget.now()
    }

    fn peak_bytes(&self) -> u64 {
        self.budget.peak()
    }
}

/// The bits of a root's slot that are the marks of the state.
const MARK_SHIFT: u32 = 64 - MARKS;
const MARK_MASK: u64 = !0 << MARK_SHIFT;

/// The entry of a state in the table of roots, which is its reference too.
fn root(left: u32, right: u32) -> u64 {
    u64::from(left) | u64::from(right) << NODE_BITS
}

/// The two numbers of an entry.
fn halves(root: u64) -> [u32; 2] {
    let mask = (1 << NODE_BITS) - 1;
    [(root & mask) as u32, (root >> NODE_BITS & mask) as u32]
}
