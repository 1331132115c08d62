//! Pairs of 32-bit values, each stored once under a number.

use crate::Full;
use crate::arena::{Arena, Block};
use crate::gate::{Closed, Pass};
use crate::memory::{Budget, prefetch};
use crate::table::{Entry, SlotNumber, Stop, Table};

/// Bits of the number of a pair: two numbers leave four bits of a state's reference free.
pub const NODE_BITS: u32 = 30;
const TAG_MASK: u64 = !0 << 32;

/// All pairs of a store, whatever node of the tree they stand for.
pub struct Nodes {
    pairs: Arena,
    index: Table,
}

/// A pair on its way to its number.
pub struct Search {
    pub pair: u64,
    pub hash: u64,
    pub place: SlotNumber,
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

    /// First step of finding a pair: fetches its slot.
    #[inline(always)]
    pub fn prefetch(&self, pass: &Pass, hash: u64) {
        self.index.prefetch(pass, hash);
    }

    /// Second step: starts the search, and fetches what the third will compare.
    #[inline(always)]
    pub fn locate(&self, pass: &Pass, hash: u64) -> SlotNumber {
        let (place, slot) = self.index.locate(pass, hash, |slot| (slot ^ hash) & TAG_MASK == 0);
        if slot != 0 {
            prefetch(self.pairs.cell(slot & !TAG_MASK));
        }
        place
    }

    /// Third step: returns the number of the pair, which is stored if new.
    #[inline(always)]
    pub fn intern(&self, pass: &Pass, search: &Search, block: &mut Block, budget: &Budget) -> Result<u32, Stop> {
        let &Search { pair, hash, place } = search;
        let same = |slot| (slot ^ hash) & TAG_MASK == 0 && self.pair(slot as u32) == pair;
        let entry = self.index.insert(pass, hash, place, same, || {
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

#[cfg(all(test, not(loom)))]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::gate::Gate;
    use crate::hash::{hash_pair, join};

    /// Couples of pairs that only a comparison tells apart.
    fn look_alikes() -> Vec<[u64; 2]> {
        let mut met = HashMap::new();
        let pair = |i: u32| join(i % 1024, i / 1024);
        let mark = |i: &u32| hash_pair(pair(*i)) & (TAG_MASK | 0x1f);
        (0..1 << 21).filter_map(|i| Some([pair(met.insert(mark(&i), i)?), pair(i)])).collect()
    }

    #[test]
    fn pairs_with_equal_tags_are_told_apart() {
        let (budget, gate) = (Budget::new(u64::MAX), Gate::new(1));
        let (nodes, seat, mut block) = (Nodes::new(&budget).expect("memory"), gate.seat(), Block::default());
        let pass = gate.enter(&seat);
        let mut number = |pair| {
            let hash = hash_pair(pair);
            let search = Search { pair, hash, place: nodes.locate(&pass, hash) };
            nodes.intern(&pass, &search, &mut block, &budget).expect("memory")
        };
        let couples = look_alikes();
        assert!(!couples.is_empty());
        for [first, second] in couples {
            assert_ne!(number(first), number(second));
            assert_eq!((nodes.pair(number(first)), nodes.pair(number(second))), (first, second));
        }
    }
}
