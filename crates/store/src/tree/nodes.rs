//! Pairs of 32-bit values, each stored once under a number.

use crate::Full;
use crate::arena::{Arena, Block};
use crate::gate::{Closed, Pass};
use crate::hash::hash_pair;
use crate::memory::{Budget, prefetch};
use crate::table::{Entry, Stop, Table};

/// Bits of the number of a pair: two numbers leave four bits of a state's reference free.
pub const NODE_BITS: u32 = 30;
const TAG_MASK: u64 = !0 << 32;

/// All pairs of a store, whatever node of the tree they stand for.
pub struct Nodes {
    pairs: Arena,
    index: Table,
}

impl Nodes {
    pub fn new(budget: &Budget) -> Result<Self, Full> {
        Ok(Self { pairs: Arena::new(size_of::<u64>(), 1 << NODE_BITS), index: Table::new(32, budget)? })
    }

    /// The pair of a number that [`intern`](Nodes::intern) gave.
    #[inline(always)]
    pub fn pair(&self, number: u32) -> u64 {
        // SAFETY: the cell is aligned, and a pair whose number is known is written and never changes.
        unsafe { self.pairs.cell(u64::from(number)).cast_const().cast::<u64>().read() }
    }

    #[inline(always)]
    pub fn prefetch_slot(&self, pass: &Pass, pair: u64) {
        self.index.prefetch(pass, hash_pair(pair));
    }

    /// Fetches what `intern` will compare, once the slot is there.
    #[inline(always)]
    pub fn prefetch_pair(&self, pass: &Pass, pair: u64) {
        let hash = hash_pair(pair);
        if let Some(slot) = self.index.guess(pass, hash, |slot| (slot ^ hash) & TAG_MASK == 0) {
            prefetch(self.pairs.cell(slot & !TAG_MASK));
        }
    }

    /// Number of a pair, which is stored if new.
    #[inline(always)]
    pub fn intern(&self, pass: &Pass, block: &mut Block, budget: &Budget, pair: u64) -> Result<u32, Stop> {
        let hash = hash_pair(pair);
        let same = |slot| (slot ^ hash) & TAG_MASK == 0 && self.pair(slot as u32) == pair;
        let entry = self.index.insert(pass, hash, same, || {
            let number = self.pairs.spare(block, budget)?;
            // SAFETY: the cell of a spare number is this worker's alone until its slot is published.
            unsafe { self.pairs.cell(number).cast::<u64>().write(pair) };
            Ok(hash & TAG_MASK | number)
        })?;
        match entry {
            Entry::Old(slot) => Ok(slot as u32),
            Entry::New(slot) => {
                block.consume();
                Ok(slot as u32)
            }
        }
    }

    pub fn grow(&self, alone: &Closed, budget: &Budget) -> Result<(), Full> {
        self.index.grow(alone, budget, |slot| slot)
    }
}
