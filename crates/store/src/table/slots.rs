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
type Memory = Box<[AtomicU64]>;

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

    /// Home line of a hash: monotonic in the hash, so that growing reads and writes memory in order.
    #[inline(always)]
    pub fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.lines as u128) >> 64) as usize
    }

    /// Number of slots at the start of a line that are neither empty nor accepted by `like`.
    #[inline(always)]
    pub fn skip(&self, line: usize, like: impl Fn(u64) -> bool) -> usize {
        let mut stops = 1 << SLOTS_PER_LINE;
        // Without branches, which would be mispredicted about once per line.
        for (at, slot) in self.line(line).iter().enumerate() {
            let entry = slot.load(Ordering::Relaxed);
            stops |= u32::from((entry == 0) | like(entry)) << at;
        }
        stops.trailing_zeros() as usize
    }

    /// Number of the first slot of the line after `line`, wrapping around at the end.
    #[inline(always)]
    pub fn after(&self, line: usize) -> usize {
        if line + 1 == self.lines { 0 } else { (line + 1) * SLOTS_PER_LINE }
    }

    /// All slots, from number `start` on and wrapping around to it.
    #[inline(always)]
    pub fn round_from(&self, start: usize) -> impl Iterator<Item = &AtomicU64> {
        let (head, tail) = self.all().split_at(start);
        tail.iter().chain(head)
    }

    #[inline(always)]
    pub fn line(&self, line: usize) -> &[AtomicU64] {
        &self.all()[line * SLOTS_PER_LINE..][..SLOTS_PER_LINE]
    }

    #[cfg(not(loom))]
    #[inline(always)]
    fn all(&self) -> &[AtomicU64] {
        // SAFETY: the memory has so many slots, aligned, and zero is a valid slot.
        unsafe { std::slice::from_raw_parts(self.memory.start().cast(), self.lines * SLOTS_PER_LINE) }
    }

    #[cfg(loom)]
    fn all(&self) -> &[AtomicU64] {
        &self.memory
    }

    #[inline(always)]
    pub fn prefetch(&self, line: usize) {
        crate::memory::prefetch(self.line(line).as_ptr().cast());
    }

    /// All entries, in the order of their home lines except for those that wrapped around.
    pub fn entries(&self) -> impl Iterator<Item = u64> {
        self.all().iter().map(|slot| slot.load(Ordering::Relaxed)).filter(|&entry| entry != 0)
    }

    /// Stores an entry that is not there yet; for one who is alone, and while there is room.
    pub fn put(&self, hash: u64, entry: u64) {
        let free = self.round_from(self.home(hash) * SLOTS_PER_LINE).find(|slot| slot.load(Ordering::Relaxed) == 0);
        free.expect("a larger shard has room for all entries").store(entry, Ordering::Relaxed);
    }
}

#[cfg(not(loom))]
fn memory(lines: usize) -> Option<Memory> {
    crate::memory::Region::zeroed(lines * LINE)
}

#[cfg(loom)]
fn memory(lines: usize) -> Option<Memory> {
    Some((0..lines * SLOTS_PER_LINE).map(|_| AtomicU64::new(0)).collect())
}
