//! Cached sets, by the guards that hold: many states agree in all their guards. Each thread has its own cache, and what
//! one has found the others can get from an exchange.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::{Choice, RowSource, bits};

/// Approximate bytes for entries; further sets are computed each time.
const ROOM: usize = 64 << 20;
/// Parts of an exchange, so that threads rarely want the same one at once.
const PARTS: usize = 64;
/// Approximate bytes of an entry apart from its key.
const ENTRY: usize = 96;

/// A table of choices. Nothing is evicted; when it is full, one slot serves all later choices.
#[derive(Debug)]
pub struct Memo {
    /// Words of a key.
    stride: usize,
    /// Entries at most.
    most: usize,
    /// Entry numbers, zero meaning empty; a power of two of them.
    slots: Vec<u32>,
    keys: Vec<u64>,
    entries: Vec<Entry>,
    numbers: Vec<u32>,
}

/// A choice: where its parts begin among the numbers, and where the last one ends.
#[derive(Copy, Clone, Debug, Default)]
struct Entry {
    keys: u32,
    /// Others that are chosen.
    others: u32,
    left_out: u32,
    goals: u32,
    end: u32,
    breaks_cycles: bool,
}

/// The place of a choice.
#[derive(Copy, Clone, Debug)]
pub struct EntryId(usize);

impl Memo {
    pub fn new(stride: usize) -> Memo {
        Memo::with_room(stride, ROOM)
    }

    fn with_room(stride: usize, room: usize) -> Memo {
        // Entry 0 serves choices for which there is no room.
        Memo {
            stride,
            most: room / (stride * size_of::<u64>() + ENTRY),
            slots: vec![0; 1 << 4],
            keys: vec![0; stride],
            entries: vec![Entry::default()],
            numbers: vec![],
        }
    }

    fn slot(&self, key: &[u64]) -> usize {
        hash(key) as usize >> (64 - self.slots.len().trailing_zeros())
    }

    fn key(&self, entry: u32) -> &[u64] {
        &self.keys[entry as usize * self.stride..][..self.stride]
    }

    /// The choice for guards, if it is known.
    pub fn find(&self, key: &[u64]) -> Option<EntryId> {
        let mut slot = self.slot(key);
        loop {
            match self.slots[slot] {
                0 => return None,
                entry if self.key(entry) == key => return Some(EntryId(entry as usize)),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Keeps a choice that was not known.
    pub fn insert(&mut self, key: &[u64], rows: RowSource, enabled: &[u64], set: &[u64]) -> EntryId {
        self.insert_with(key, |memo| memo.write(rows, enabled, set))
    }

    /// Keeps a choice that another memo knows.
    fn copy(&mut self, key: &[u64], choice: Choice) -> EntryId {
        self.insert_with(key, |memo| memo.write_copy(choice))
    }

    fn is_full(&self) -> bool {
        self.entries.len() >= self.most
    }

    fn insert_with(&mut self, key: &[u64], write: impl FnOnce(&mut Memo) -> Entry) -> EntryId {
        let full = self.is_full();
        if full {
            self.numbers.truncate(self.entries[0].keys.max(self.end_of_last()) as usize);
        }
        let entry = write(self);
        if full {
            self.entries[0] = entry;
            return EntryId(0);
        }
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        let number = self.entries.len() as u32;
        self.keys.extend_from_slice(key);
        self.entries.push(entry);
        self.link(number);
        EntryId(number as usize)
    }

    fn end_of_last(&self) -> u32 {
        self.entries.last().map_or(0, |e| e.end)
    }

    fn write(&mut self, rows: RowSource, enabled: &[u64], set: &[u64]) -> Entry {
        let tables = rows.tables;
        let is_transition = |&a: &usize| a < tables.transitions;
        // Lemma 1: a key transition is one with which everything outside the set accords.
        let all = set.iter().all(|&word| word == !0);
        let is_key = |&t: &usize| all || bits::within(rows.conflicts(t), set);
        let chosen = || bits::ones(enabled).filter(is_transition).filter(|&t| bits::get(set, t));
        let keys = self.append(chosen().filter(is_key).map(|t| tables.number(t)));
        let others = self.append(chosen().filter(|t| !is_key(t)).map(|t| tables.number(t)));
        let spared = bits::ones(enabled).filter(is_transition).filter(|&t| !bits::get(set, t));
        let left_out = self.append(spared.map(|t| tables.number(t)));
        let met = bits::ones(enabled).filter(|&a| a >= tables.transitions);
        let goals = self.append(met.map(|a| tables.goal(a)));
        let breaks_cycles = tables.breaks_cycles(set, left_out < goals);
        Entry { keys, others, left_out, goals, end: self.numbers.len() as u32, breaks_cycles }
    }

    fn write_copy(&mut self, choice: Choice) -> Entry {
        let Choice { chosen, keys, left_out, goals, breaks_cycles } = choice;
        let (keys, others) = chosen.split_at(keys);
        let [keys, others, left_out, goals] =
            [keys, others, left_out, goals].map(|numbers| self.append(numbers.iter().copied()));
        Entry { keys, others, left_out, goals, end: self.numbers.len() as u32, breaks_cycles }
    }

    /// Appends numbers; gives where they begin.
    fn append(&mut self, numbers: impl Iterator<Item = u32>) -> u32 {
        let start = self.numbers.len() as u32;
        self.numbers.extend(numbers);
        start
    }

    fn link(&mut self, number: u32) {
        let mut slot = self.slot(self.key(number));
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = number;
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        (1..self.entries.len() as u32).for_each(|number| self.link(number));
    }

    pub fn get(&self, place: EntryId) -> Choice<'_> {
        let entry = self.entries[place.0];
        let part = |from: u32, to: u32| &self.numbers[from as usize..to as usize];
        Choice {
            chosen: part(entry.keys, entry.left_out),
            keys: (entry.others - entry.keys) as usize,
            left_out: part(entry.left_out, entry.goals),
            goals: part(entry.goals, entry.end),
            breaks_cycles: entry.breaks_cycles,
        }
    }
}

fn hash(key: &[u64]) -> u64 {
    let mut hash = 0u64;
    for &word in key {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash.wrapping_mul(0xff51_afd7_ed55_8ccd)
}

/// Where threads leave the choices they have found for the others. A part is locked only while a choice is copied.
#[derive(Debug)]
pub struct Exchange {
    stride: usize,
    /// Alone, a thread leaves nothing here.
    threads: AtomicUsize,
    parts: OnceLock<Vec<Mutex<Memo>>>,
}

impl Exchange {
    pub fn new(stride: usize) -> Exchange {
        Exchange { stride, threads: AtomicUsize::new(0), parts: OnceLock::new() }
    }

    /// One more thread takes part.
    pub fn join(&self) {
        self.threads.fetch_add(1, Ordering::Relaxed);
    }

    fn part(&self, key: &[u64]) -> Option<MutexGuard<'_, Memo>> {
        if self.threads.load(Ordering::Relaxed) < 2 {
            return None;
        }
        let new = || (0..PARTS).map(|_| Mutex::new(Memo::with_room(self.stride, ROOM / PARTS))).collect();
        // A memo chooses slots by the highest bits.
        let part = (hash(key) >> 8) as usize % PARTS;
        Some(self.parts.get_or_init(new)[part].lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Copies a choice from here, if another thread has left it.
    pub fn fetch(&self, key: &[u64], to: &mut Memo) -> Option<EntryId> {
        let part = self.part(key)?;
        part.find(key).map(|place| to.copy(key, part.get(place)))
    }

    /// Leaves a choice here.
    pub fn leave(&self, key: &[u64], choice: Choice) {
        if let Some(mut part) = self.part(key).filter(|part| !part.is_full() && part.find(key).is_none()) {
            part.copy(key, choice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_thread_has_found_the_others_get() {
        let exchange = Exchange::new(1);
        let choice = Choice { chosen: &[4, 2], keys: 1, left_out: &[1], goals: &[7, 8], breaks_cycles: true };
        let mut memo = Memo::new(1);
        exchange.join();
        exchange.leave(&[5], choice);
        assert!(exchange.fetch(&[5], &mut memo).is_none(), "nobody else is there to be helped");
        exchange.join();
        exchange.leave(&[5], choice);
        (0..1000).filter(|key| *key != 5).for_each(|key| exchange.leave(&[key], Choice { goals: &[], ..choice }));
        let place = exchange.fetch(&[5], &mut memo).expect("it was left there");
        assert_eq!(memo.get(place), choice);
        assert!(memo.find(&[5]).is_some());
        assert!(exchange.fetch(&[1000], &mut memo).is_none());
    }

    #[test]
    fn a_full_memo_still_gives_what_it_was_last_given() {
        let mut memo = Memo::with_room(1, 3 * (size_of::<u64>() + ENTRY));
        for key in 0..6 {
            let chosen = [key, key + 1];
            let choice = Choice { chosen: &chosen, keys: 2, left_out: &[9], goals: &[], breaks_cycles: false };
            let place = memo.copy(&[u64::from(key)], choice);
            assert_eq!(memo.get(place), choice);
            assert_eq!(memo.find(&[u64::from(key)]).is_some(), key < 2);
        }
    }
}
