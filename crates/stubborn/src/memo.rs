//! Cached sets, by the guards that hold: many states agree in all their guards.

use crate::{Choice, RowSource, bits};

/// Approximate bytes for entries; further sets are computed each time.
const ROOM: usize = 64 << 20;
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
        // Entry 0 serves choices for which there is no room.
        Memo {
            stride,
            most: ROOM / (stride * size_of::<u64>() + ENTRY),
            slots: vec![0; 1 << 10],
            keys: vec![0; stride],
            entries: vec![Entry::default()],
            numbers: vec![],
        }
    }

    fn slot(&self, key: &[u64]) -> usize {
        let mut hash = 0u64;
        for &word in key {
            hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        hash.wrapping_mul(0xff51_afd7_ed55_8ccd) as usize >> (64 - self.slots.len().trailing_zeros())
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
        let full = self.entries.len() >= self.most;
        if full {
            self.numbers.truncate(self.entries[0].keys.max(self.end_of_last()) as usize);
        }
        let entry = self.write(rows, enabled, set);
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
