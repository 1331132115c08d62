//! The memory of one shard: cache lines of slots.

use crate::Full;
use crate::memory::{Budget, LINE};
use crate::sync::{AtomicU64, Ordering};

pub const SLOTS_PER_LINE: usize = LINE / size_of::<u64>();

/// An array of lines, zero at first.
pub struct Slots {
    memory: Memory,
    lines: usize,
    /// Number of entries at which the shard must grow.
    most: usize,
}

#[cfg(not(loom))]
type Memory = crate::memory::Region;
/// Loom's atomics are more than their value, so they cannot lie in zeroed memory.
#[cfg(loom)]
type Memory = Box<[[AtomicU64; SLOTS_PER_LINE]]>;

impl Slots {
    pub fn new(lines: usize, budget: &Budget) -> Result<Self, Full> {
        let bytes = lines * LINE;
        budget.take(bytes as u64)?;
        let Some(memory) = memory(lines) else {
            budget.give_back(bytes as u64);
            return Err(Full::Memory);
        };
        // A line of eight at this load overflows seldom enough.
        Ok(Self { memory, lines, most: lines * SLOTS_PER_LINE * 27 / 32 })
    }

    /// Frees the memory.
    pub fn give_back(self, budget: &Budget) {
        let bytes = self.lines * LINE;
        drop(self);
        budget.give_back(bytes as u64);
    }

    pub fn lines(&self) -> usize {
        self.lines
    }

    #[inline(always)]
    pub fn most(&self) -> usize {
        self.most
    }

    /// Home line of a hash: monotonous in the hash, so that growing reads and writes memory in order.
    #[inline(always)]
    pub fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.lines as u128) >> 64) as usize
    }

    /// All lines, from `home` on and round to it.
    #[inline(always)]
    pub fn lines_from(&self, home: usize) -> impl Iterator<Item = usize> {
        (home..self.lines).chain(0..home)
    }

    #[cfg(not(loom))]
    #[inline(always)]
    pub fn line(&self, line: usize) -> &[AtomicU64; SLOTS_PER_LINE] {
        debug_assert!(line < self.lines);
        // SAFETY: the memory has so many lines, aligned, and zero is a valid slot.
        unsafe { &*self.memory.start().cast::<[AtomicU64; SLOTS_PER_LINE]>().add(line) }
    }

    #[cfg(loom)]
    pub fn line(&self, line: usize) -> &[AtomicU64; SLOTS_PER_LINE] {
        &self.memory[line]
    }

    #[inline(always)]
    pub fn prefetch(&self, line: usize) {
        crate::memory::prefetch(std::ptr::from_ref(self.line(line)).cast());
    }

    /// All entries, in the order of their home lines but for those that went round.
    pub fn entries(&self) -> impl Iterator<Item = u64> {
        let slots = (0..self.lines).flat_map(|line| self.line(line));
        slots.map(|slot| slot.load(Ordering::Relaxed)).filter(|&entry| entry != 0)
    }

    /// Stores an entry that is not there yet; for one who is alone, and while there is room.
    pub fn put(&self, hash: u64, entry: u64) {
        let mut slots = self.lines_from(self.home(hash)).flat_map(|line| self.line(line));
        let free = slots.find(|slot| slot.load(Ordering::Relaxed) == 0);
        free.expect("a larger shard has room for all entries").store(entry, Ordering::Relaxed);
    }
}

#[cfg(not(loom))]
fn memory(lines: usize) -> Option<Memory> {
    crate::memory::Region::zeroed(lines * LINE)
}

#[cfg(loom)]
fn memory(lines: usize) -> Option<Memory> {
    Some((0..lines).map(|_| std::array::from_fn(|_| AtomicU64::new(0))).collect())
}
