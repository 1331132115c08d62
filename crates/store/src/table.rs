//! The hash table of both stores: a growing set of 64-bit slots, zero meaning empty.
//!
//! The table is split into shards that grow one at a time and start at different sizes, so that the overall load stays
//! even and growth needs little temporary memory. A shard is an array of cache lines. An entry goes to the first empty
//! slot from its home line on. Entries are never removed, so equal entries compete for the same slot, and one exchange
//! decides which of them is stored.

use crate::Full;
use crate::gate::{Closed, Pass};
use crate::memory::Budget;
use crate::sync::{AtomicU64, AtomicUsize, Ordering, UnsafeCell};

mod slots;

use slots::{SLOTS_PER_LINE, Slots};

// Loom tracks every slot, so it gets as few as possible.
const SHARDS: usize = if cfg!(loom) { 1 } else { 32 };
const FIRST_LINES: usize = if cfg!(loom) { 1 } else { 32 };

/// A sharded set of slots.
pub struct Table {
    shards: Box<[Shard]>,
    /// The bits of a hash that choose the home line: those that can be had back from a slot.
    home_bits: u64,
}

#[repr(align(64))]
struct Shard {
    slots: UnsafeCell<Slots>,
    used: Used,
}

/// Number of entries, away from the line of the shard that all workers read.
#[repr(align(64))]
struct Used(AtomicUsize);

// SAFETY: the slots are atomic, and what holds them is replaced only by one who is alone, see `Gate`.
unsafe impl Sync for Shard {}

/// Where the search for an entry stands: the number of a slot in its shard.
#[derive(Copy, Clone, Default)]
pub struct SlotNumber(usize);

/// Where an entry was found to be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It was there, in this slot.
    Old(u64),
    /// It was stored now, as this slot.
    New(u64),
}

/// Why an entry was not stored.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A shard must grow first: leave the gate, call [`Table::grow`], try again.
    Crowded,
    /// There is no more room at all.
    Full(Full),
}

impl From<Full> for Stop {
    fn from(full: Full) -> Self {
        Stop::Full(full)
    }
}

impl Table {
    /// An empty table whose slots hold the top `home_bits` bits of their hash, or give them back by computation.
    pub fn new(home_bits: u32, budget: &Budget) -> Result<Self, Full> {
        let shards = (0..SHARDS).map(|shard| Shard::new(first_lines(shard), budget)).collect::<Result<_, _>>()?;
        Ok(Self { shards, home_bits: !0 << (64 - home_bits) })
    }

    #[inline(always)]
    fn shard(&self, hash: u64) -> &Shard {
        // The low bits, since the high ones choose the line.
        &self.shards[hash as usize % SHARDS]
    }

    /// Fetches the home line of `hash` into the cache.
    #[inline(always)]
    pub fn prefetch(&self, _pass: &Pass, hash: u64) {
        self.shard(hash).read(|slots| slots.prefetch(slots.home(hash & self.home_bits)));
    }

    /// Starts the search for an entry: skips those of its home line that `like` rejects.
    ///
    /// Returns where to continue, and the entry there if `like` accepts it, otherwise zero.
    #[inline(always)]
    pub fn locate(&self, _pass: &Pass, hash: u64, like: impl Fn(u64) -> bool) -> (SlotNumber, u64) {
        self.shard(hash).read(|slots| {
            let home = slots.home(hash & self.home_bits);
            let skipped = slots.skip(home, like);
            if skipped == SLOTS_PER_LINE {
                return (SlotNumber(slots.after(home)), 0);
            }
            (SlotNumber(home * SLOTS_PER_LINE + skipped), slots.line(home)[skipped].load(Ordering::Acquire))
        })
    }

    /// Finds the entry that `same` accepts, or stores what `make` returns. The search continues from `place`, which
    /// `locate` returned for the same hash in the same pass.
    ///
    /// `make` may be called more than once, and what it gave is published only if the result is [`Entry::New`].
    #[inline(always)]
    pub fn insert(
        &self,
        pass: &Pass,
        hash: u64,
        place: SlotNumber,
        same: impl Fn(u64) -> bool,
        mut make: impl FnMut() -> Result<u64, Full>,
    ) -> Result<Entry, Stop> {
        let shard = self.shard(hash);
        shard.read(|slots| {
            for slot in slots.round_from(place.0) {
                let mut entry = slot.load(Ordering::Acquire);
                if entry == 0 {
                    shard.admit(slots)?;
                    let made = make()?;
                    match fill(pass, slot, made) {
                        Ok(()) => return Ok(shard.added(pass, made)),
                        Err(other) => entry = other,
                    }
                }
                if same(entry) {
                    return Ok(Entry::Old(entry));
                }
            }
            Err(Stop::Crowded)
        })
    }

    /// Sets bits of the entry that `same` accepts, which is there. Gives the entry as it was.
    pub fn mark(&self, _pass: &Pass, hash: u64, bits: u64, same: impl Fn(u64) -> bool) -> u64 {
        self.shard(hash).read(|slots| {
            let home = slots.home(hash & self.home_bits) * SLOTS_PER_LINE;
            let slot = slots.round_from(home).find(|slot| same(slot.load(Ordering::Relaxed)));
            let slot = slot.expect("the entry is there");
            // Nothing to set: no need to make the line this worker's own.
            if bits == 0 { slot.load(Ordering::Acquire) } else { slot.fetch_or(bits, Ordering::AcqRel) }
        })
    }

    /// Grows all shards that are crowded. `rehash` gives the top bits of the hash of an entry.
    #[cold]
    pub fn grow(&self, alone: &Closed, budget: &Budget, rehash: impl Fn(u64) -> u64) -> Result<(), Full> {
        self.shards.iter().try_for_each(|shard| shard.grow(alone, budget, |entry| rehash(entry) & self.home_bits))
    }
}

/// Fills an empty slot; returns the entry of another worker if that one was faster.
#[inline(always)]
fn fill(pass: &Pass, slot: &AtomicU64, entry: u64) -> Result<(), u64> {
    if pass.shared() {
        slot.compare_exchange(0, entry, Ordering::Release, Ordering::Acquire).map(|_| ())
    } else {
        slot.store(entry, Ordering::Release);
        Ok(())
    }
}

/// Sizes from `FIRST_LINES` up to the next size, in even steps of ratio.
fn first_lines(shard: usize) -> usize {
    (FIRST_LINES as f64 * 1.5f64.powf(shard as f64 / SHARDS as f64)) as usize
}

fn next_lines(lines: usize) -> usize {
    lines + lines.div_ceil(2)
}

impl Shard {
    fn new(lines: usize, budget: &Budget) -> Result<Self, Full> {
        let slots = Slots::new(lines, budget)?;
        Ok(Self { slots: UnsafeCell::new(slots), used: Used(AtomicUsize::new(0)) })
    }

    /// The caller must be inside the gate; the public methods of `Table` ask for the proof.
    #[inline(always)]
    fn read<R>(&self, f: impl FnOnce(&Slots) -> R) -> R {
        // SAFETY: nobody replaces the slots while someone is inside the gate.
        self.slots.with(|slots| f(unsafe { &*slots }))
    }

    /// Rejects a new entry if the shard has too many. Overshoots by at most one entry per worker.
    #[inline(always)]
    fn admit(&self, slots: &Slots) -> Result<(), Stop> {
        if self.used.0.load(Ordering::Relaxed) >= slots.most() { Err(Stop::Crowded) } else { Ok(()) }
    }

    #[inline(always)]
    fn added(&self, pass: &Pass, entry: u64) -> Entry {
        let used = &self.used.0;
        if pass.shared() {
            used.fetch_add(1, Ordering::Relaxed);
        } else {
            used.store(used.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
        Entry::New(entry)
    }

    fn grow(&self, _alone: &Closed, budget: &Budget, home_hash: impl Fn(u64) -> u64) -> Result<(), Full> {
        self.slots.with_mut(|slots| {
            // SAFETY: no one else is inside the gate.
            let slots = unsafe { &mut *slots };
            if self.used.0.load(Ordering::Relaxed) < slots.most() {
                return Ok(());
            }
            let larger = Slots::new(next_lines(slots.lines()), budget)?;
            slots.entries().for_each(|entry| larger.put(home_hash(entry), entry));
            std::mem::replace(slots, larger).give_back(budget);
            Ok(())
        })
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
