//! Cells of one size that never move, numbered from 1.
//!
//! The cells are in segments that double in size, so that finding a cell takes one lookup in a small directory. A
//! segment is only address space at first; memory is charged as numbers are handed out.

use std::ptr::null_mut;
use std::sync::atomic::AtomicPtr;

use crate::Full;
use crate::memory::{Budget, Region};
use crate::sync::{Mutex, Ordering, lock};

/// Bits of the number of a cell.
pub const NUMBER_BITS: u32 = 36;
const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;

const FIRST_SEGMENT: usize = 32 << 10;
const SMALL_CHARGE: usize = 64 << 10;
const LARGE_CHARGE: usize = 2 << 20;

/// A growing array of cells of `stride` bytes.
pub struct Arena {
    stride: usize,
    first_bits: u32,
    block: u64,
    numbers: u64,
    segments: [AtomicPtr<u8>; NUMBER_BITS as usize + 1],
    supply: Mutex<Supply>,
}

/// How much of the arena is handed out, charged and mapped.
struct Supply {
    next: u64,
    paid: u64,
    regions: Vec<Region>,
}

/// Numbers handed out to one worker, which alone may write their cells until it publishes them.
#[derive(Default)]
pub struct Block {
    next: u64,
    end: u64,
}

impl Block {
    /// Gives up the number that [`Arena::spare`] returned: its cell is published.
    #[inline(always)]
    pub fn consume(&mut self) {
        self.next += 1;
    }
}

impl Arena {
    /// An empty arena that will hand out the numbers from 1 up to (not including) `numbers`.
    pub fn new(stride: usize, numbers: u64) -> Self {
        Self {
            stride,
            first_bits: (FIRST_SEGMENT / stride).max(1).next_power_of_two().ilog2(),
            block: (4096 / stride).clamp(1, 256) as u64,
            numbers: numbers.min(NUMBER_MASK),
            segments: std::array::from_fn(|_| AtomicPtr::new(null_mut())),
            supply: Mutex::new(Supply { next: 1, paid: 0, regions: Vec::new() }),
        }
    }

    /// Segment and place in the segment of the cell `number`.
    #[inline(always)]
    fn locate(&self, number: u64) -> (usize, usize) {
        let shifted = (number & NUMBER_MASK) + (1 << self.first_bits);
        let segment = shifted.ilog2() - self.first_bits;
        (segment as usize, (shifted - (1 << (segment + self.first_bits))) as usize)
    }

    /// Address of a cell, which stays the same for the life of the arena.
    ///
    /// Panics on a number that lies in no segment; a number not handed out yet gives a cell of zeros.
    #[inline(always)]
    pub fn cell(&self, number: u64) -> *mut u8 {
        let (segment, place) = self.locate(number);
        let start = self.segments[segment].load(Ordering::Acquire);
        assert!(!start.is_null(), "a state reference of another store");
        // SAFETY: a segment that is there has room for all places that `locate` gives for it.
        unsafe { start.add(place * self.stride) }
    }

    /// The next number of the block, which is refilled if empty. The same one until [`Block::consume`].
    #[inline(always)]
    pub fn spare(&self, block: &mut Block, budget: &Budget) -> Result<u64, Full> {
        if block.next == block.end {
            *block = self.claim(budget)?;
        }
        Ok(block.next)
    }

    #[cold]
    fn claim(&self, budget: &Budget) -> Result<Block, Full> {
        let mut supply = lock(&self.supply);
        let (next, end) = (supply.next, supply.next + self.block);
        if end > self.numbers {
            return Err(Full::Numbers);
        }
        self.pay(&mut supply, end, budget)?;
        self.map(&mut supply, end)?;
        supply.next = end;
        Ok(Block { next, end })
    }

    /// Charges the budget for the cells up to `end`, some in advance.
    fn pay(&self, supply: &mut Supply, end: u64, budget: &Budget) -> Result<(), Full> {
        if end <= supply.paid {
            return Ok(());
        }
        let used = supply.paid as usize * self.stride;
        // Memory comes by huge pages once a segment is large.
        let charge = if used >= 2 * LARGE_CHARGE { LARGE_CHARGE } else { SMALL_CHARGE };
        let cells = ((charge / self.stride) as u64).max(end - supply.paid);
        budget.take(cells * self.stride as u64)?;
        supply.paid += cells;
        Ok(())
    }

    /// Maps the segments of the cells up to `end`.
    fn map(&self, supply: &mut Supply, end: u64) -> Result<(), Full> {
        while supply.regions.len() <= self.locate(end - 1).0 {
            let segment = supply.regions.len();
            let cells = 1usize << (self.first_bits as usize + segment);
            let region = cells.checked_mul(self.stride).and_then(Region::zeroed).ok_or(Full::Memory)?;
            self.segments[segment].store(region.start(), Ordering::Release);
            supply.regions.push(region);
        }
        Ok(())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn cells_are_disjoint_and_never_move() {
        for stride in [4, 8, 12, 160, 8000, 100_000] {
            let (arena, budget) = (Arena::new(stride, u64::MAX), Budget::new(u64::MAX));
            let mut block = Block::default();
            let mut cells = Vec::new();
            for _ in 0..3000 {
                let number = arena.spare(&mut block, &budget).expect("memory");
                block.consume();
                cells.push((arena.cell(number), number));
            }
            assert!(cells.iter().all(|&(cell, number)| arena.cell(number) == cell));
            cells.sort();
            assert!(cells.windows(2).all(|w| w[1].0 as usize - w[0].0 as usize >= stride));
            assert!(budget.now() >= 3000 * stride as u64);
        }
    }

    #[test]
    fn numbers_and_memory_end_with_an_error() {
        let mut block = Block::default();
        let arena = Arena::new(8, 1000);
        let failure = (0..1000).find_map(|_| {
            let failure = arena.spare(&mut block, &Budget::new(u64::MAX)).err();
            block.next += u64::from(failure.is_none());
            failure
        });
        assert_eq!(failure, Some(Full::Numbers));
        assert_eq!(Arena::new(8, 1000).spare(&mut Block::default(), &Budget::new(100)), Err(Full::Memory));
    }

    #[test]
    #[should_panic(expected = "another store")]
    fn a_foreign_number_is_refused() {
        Arena::new(8, u64::MAX).cell(1 << 35);
    }
}
