//! Cached sets, by the guards that hold: many states agree in all their guards. Each thread has its own cache, and what
//! one has found the others can get from an exchange.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::{Choice, RowSource, bits};

/// Approximate bytes for entries, if nobody says otherwise.
pub const ROOM: usize = 64 << 20;
/// Parts of an exchange, so that threads rarely want the same one at once.
const PARTS: usize = 64;
/// Approximate bytes of an entry apart from its key.
const ENTRY: usize = 96;

/// A table of choices in two generations. When the young one is full it becomes the old one, which is forgotten; what is
/// found in the old one is young again. So what is needed again and again stays.
#[derive(Debug)]
pub struct Memo {
    young: Generation,
    old: Generation,
}

/// Choices of one generation.
#[derive(Debug)]
struct Generation {
    /// Words of a key.
    stride: usize,
    /// Entries at most.
    most: usize,
    /// Entry numbers, counted from one; zero means empty. A power of two of them.
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
pub struct EntryId {
    is_old: bool,
    entry: usize,
}

impl Memo {
    pub fn new(stride: usize, room: usize) -> Memo {
        let [young, old] = [0; 2].map(|_| Generation::new(stride, room / 2));
        Memo { young, old }
    }

    /// The choice for guards, if it is known.
    pub fn find(&mut self, key: &[u64]) -> Option<EntryId> {
        if let Some(entry) = self.young.find(key) {
            return Some(EntryId { is_old: false, entry });
        }
        let entry = self.old.find(key)?;
        if self.young.is_full() {
            return Some(EntryId { is_old: true, entry });
        }
        let choice = self.old.get(entry);
        Some(EntryId { is_old: false, entry: self.young.insert(key, |young| young.write_copy(choice)) })
    }

    /// Keeps a choice that was not known.
    pub fn insert(&mut self, key: &[u64], rows: RowSource, enabled: &[u64], set: &[u64]) -> EntryId {
        self.insert_with(key, |young| young.write(rows, enabled, set))
    }

    /// Keeps a choice that another memo knows.
    fn copy(&mut self, key: &[u64], choice: Choice) -> EntryId {
        self.insert_with(key, |young| young.write_copy(choice))
    }

    fn insert_with(&mut self, key: &[u64], write: impl FnOnce(&mut Generation) -> Entry) -> EntryId {
        if self.young.is_full() {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear();
        }
        EntryId { is_old: false, entry: self.young.insert(key, write) }
    }

    pub fn get(&self, place: EntryId) -> Choice<'_> {
        let generation = if place.is_old { &self.old } else { &self.young };
        generation.get(place.entry)
    }
}

impl Generation {
    fn new(stride: usize, room: usize) -> Generation {
        Generation {
            stride,
            most: (room / (stride * size_of::<u64>() + ENTRY)).max(1),
            slots: vec![0; 1 << 4],
            keys: Vec::new(),
            entries: Vec::new(),
            numbers: Vec::new(),
        }
    }

    fn is_full(&self) -> bool {
        self.entries.len() >= self.most
    }

    /// Forgets everything, but keeps the room.
    fn clear(&mut self) {
        self.slots.fill(0);
        self.keys.clear();
        self.entries.clear();
        self.numbers.clear();
    }

    fn slot(&self, key: &[u64]) -> usize {
        hash(key) as usize >> (64 - self.slots.len().trailing_zeros())
    }

    fn key(&self, entry: usize) -> &[u64] {
        &self.keys[entry * self.stride..][..self.stride]
    }

    fn find(&self, key: &[u64]) -> Option<usize> {
        let mut slot = self.slot(key);
        loop {
            match self.slots[slot] as usize {
                0 => return None,
                number if self.key(number - 1) == key => return Some(number - 1),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    fn insert(&mut self, key: &[u64], write: impl FnOnce(&mut Generation) -> Entry) -> usize {
        let entry = write(self);
        if self.entries.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let number = self.entries.len();
        self.keys.extend_from_slice(key);
        self.entries.push(entry);
        self.link(number);
        number
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

    fn link(&mut self, entry: usize) {
        let mut slot = self.slot(self.key(entry));
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = entry as u32 + 1;
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        (0..self.entries.len()).for_each(|entry| self.link(entry));
    }

    fn get(&self, entry: usize) -> Choice<'_> {
        let entry = self.entries[entry];
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
    room: usize,
    /// Alone, a thread leaves nothing here.
    threads: AtomicUsize,
    parts: OnceLock<Vec<Mutex<Memo>>>,
}

impl Exchange {
    pub fn new(stride: usize, room: usize) -> Exchange {
        Exchange { stride, room, threads: AtomicUsize::new(0), parts: OnceLock::new() }
    }

    /// One more thread takes part.
    pub fn join(&self) {
        self.threads.fetch_add(1, Ordering::Relaxed);
    }

    fn part(&self, key: &[u64]) -> Option<MutexGuard<'_, Memo>> {
        if self.threads.load(Ordering::Relaxed) < 2 {
            return None;
        }
        let new = || (0..PARTS).map(|_| Mutex::new(Memo::new(self.stride, self.room / PARTS))).collect();
        // A memo chooses slots by the highest bits.
        let part = (hash(key) >> 8) as usize % PARTS;
        Some(self.parts.get_or_init(new)[part].lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Copies a choice from here, if another thread has left it.
    pub fn fetch(&self, key: &[u64], to: &mut Memo) -> Option<EntryId> {
        let mut part = self.part(key)?;
        part.find(key).map(|place| to.copy(key, part.get(place)))
    }

    /// Leaves a choice here.
    pub fn leave(&self, key: &[u64], choice: Choice) {
        if let Some(mut part) = self.part(key)
            && part.find(key).is_none()
        {
            part.copy(key, choice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_thread_has_found_the_others_get() {
        let exchange = Exchange::new(1, ROOM);
        let choice = Choice { chosen: &[4, 2], keys: 1, left_out: &[1], goals: &[7, 8], breaks_cycles: true };
        let mut memo = Memo::new(1, ROOM);
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
    fn what_is_needed_again_and_again_stays() {
        let mut memo = Memo::new(1, 2 * 3 * (size_of::<u64>() + ENTRY));
        let known = |memo: &mut Memo, key: u64| memo.find(&[key]).is_some();
        for key in 0..20 {
            let chosen = [key as u32, 1];
            let choice = Choice { chosen: &chosen, keys: 2, left_out: &[9], goals: &[], breaks_cycles: false };
            let place = memo.copy(&[key], choice);
            assert_eq!(memo.get(place), choice);
            assert!(known(&mut memo, key) && known(&mut memo, 0), "after {key}");
            let place = memo.find(&[0]).expect("it is needed each time");
            assert_eq!(memo.get(place).chosen, [0, 1]);
        }
        assert!(!known(&mut memo, 2) && known(&mut memo, 18));
    }
}
