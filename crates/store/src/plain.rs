//! A store that keeps states whole.
//!
//! States are stored one after the other in an arena and never move. A slot of the index holds the number of a state
//! and some bits of its hash. A state is written before its slot, so that whoever finds the slot finds the state.

use crate::arena::{Arena, Block, NUMBER_BITS};
use crate::gate::{Gate, Here, Pass, Seat};
use crate::hash::hash_words;
use crate::memory::{Budget, LINE, prefetch};
use crate::sync::Arc;
use crate::table::{Entry, SlotNumber, Stop, Table};
use crate::{Config, Cursor, Full, MARKS, Marks, Outcome, StateRef, StateStore};

const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;
/// The bits of a slot that are the marks of the state.
const MARK_MASK: u64 = ((1 << MARKS) - 1) << NUMBER_BITS;
const TAG_MASK: u64 = !NUMBER_MASK & !MARK_MASK;
/// The marks in a slot.
fn marks_of(slot: u64) -> Marks {
    ((slot & MARK_MASK) >> NUMBER_BITS) as Marks
}

/// Successors usually looked up together.
const BATCH: usize = 32;

/// A set of states kept whole; [`StateRef`] holds numbers that are small and nearly dense, from 1.
pub struct PlainStore {
    words: usize,
    budget: Budget,
    gate: Gate,
    states: Arena,
    index: Table,
}

/// One worker's access to a [`PlainStore`].
pub struct PlainCursor<'a> {
    store: &'a PlainStore,
    seat: Arc<Seat>,
    _here: Here,
    current: &'a [u32],
    /// Queued states, one after the other.
    queue: Vec<u32>,
    writer: Writer<'a>,
}

/// The part of a cursor that works inside the gate.
struct Writer<'a> {
    store: &'a PlainStore,
    block: Block,
    searches: Vec<Search>,
}

/// A state of the batch on its way to its slot.
struct Search {
    hash: u64,
    place: SlotNumber,
}

impl PlainStore {
    /// An empty store.
    pub fn new(config: Config) -> Result<Self, Full> {
        assert!(config.words > 0, "a state has at least one word");
        let budget = Budget::new(config.memory_limit);
        let index = Table::new(64 - NUMBER_BITS - MARKS, &budget)?;
        let states = Arena::new(config.words * size_of::<u32>(), 1 << NUMBER_BITS);
        Ok(Self { words: config.words, budget, gate: Gate::new(config.threads), states, index })
    }

    #[inline(always)]
    fn words_of(&self, number: u64) -> &[u32] {
        let cell = self.states.cell(number).cast_const().cast();
        // SAFETY: the cell has so many words, and a state whose number is known is written and never changes.
        unsafe { std::slice::from_raw_parts(cell, self.words) }
    }

    #[inline(always)]
    fn prefetch(&self, number: u64) {
        let state = self.states.cell(number);
        (0..self.words * size_of::<u32>()).step_by(LINE).for_each(|at| prefetch(state.wrapping_add(at)));
    }

    fn grow(&self) -> Result<(), Full> {
        self.index.grow(&self.gate.close(), &self.budget, |slot| slot)
    }
}

/// Equality of states; short ones are not worth a call of the library.
#[inline(always)]
fn same_words(a: &[u32], b: &[u32]) -> bool {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    a.iter().zip(b).all(|(a, b)| a == b) && a_rest.iter().zip(b_rest).all(|(a, b)| a == b)
}

impl StateStore for PlainStore {
    type Cursor<'a> = PlainCursor<'a>;

    fn cursor(&self) -> PlainCursor<'_> {
        let writer = Writer { store: self, block: Block::default(), searches: Vec::with_capacity(BATCH) };
        PlainCursor {
            store: self,
            seat: self.gate.seat(),
            _here: Here::default(),
            current: &[],
            queue: Vec::new(),
            writer,
        }
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

impl PlainCursor<'_> {
    /// Stores a batch whose hashes are known, growing the index as often as it must.
    fn insert_batch(&mut self, states: &[u32], out: &mut Vec<Outcome>) -> Result<(), Full> {
        let mut done = 0;
        loop {
            let pass = self.store.gate.enter(&self.seat);
            match self.writer.insert_from(&pass, &mut done, states, out) {
                Ok(()) => return Ok(()),
                Err(Stop::Full(full)) => return Err(full),
                Err(Stop::Crowded) => drop(pass),
            }
            self.store.grow()?;
        }
    }
}

impl Writer<'_> {
    /// Queues searches for states, and fetches their slots into the cache.
    #[inline(always)]
    fn hash(&mut self, pass: &Pass, states: &[u32]) {
        for state in states.chunks_exact(self.store.words) {
            let hash = hash_words(state);
            self.store.index.prefetch(pass, hash);
            self.searches.push(Search { hash, place: SlotNumber::default() });
        }
    }

    /// Stores the states of a batch from number `done` on, and counts it up.
    #[inline(always)]
    fn insert_from(
        &mut self,
        pass: &Pass,
        done: &mut usize,
        states: &[u32],
        out: &mut Vec<Outcome>,
    ) -> Result<(), Stop> {
        self.fetch(pass, *done);
        for state in states.chunks_exact(self.store.words).skip(*done) {
            out.push(self.insert_one(pass, *done, state)?);
            *done += 1;
        }
        Ok(())
    }

    /// Starts the searches, and fetches the states they will look at into the cache.
    #[inline(always)]
    fn fetch(&mut self, pass: &Pass, from: usize) {
        let (store, searches) = (self.store, &mut self.searches[from..]);
        for search in searches {
            let (place, slot) = store.index.locate(pass, search.hash, |slot| (slot ^ search.hash) & TAG_MASK == 0);
            search.place = place;
            if slot != 0 {
                store.prefetch(slot & NUMBER_MASK);
            }
        }
    }

    #[inline(always)]
    fn insert_one(&mut self, pass: &Pass, search: usize, state: &[u32]) -> Result<Outcome, Stop> {
        let (store, &Search { hash, place }) = (self.store, &self.searches[search]);
        let same = |slot| (slot ^ hash) & TAG_MASK == 0 && same_words(store.words_of(slot & NUMBER_MASK), state);
        let entry = store.index.insert(pass, hash, place, same, || {
            let number = store.states.spare(&mut self.block, &store.budget)?;
            // SAFETY: the cell of a spare number is this worker's alone until its slot is published.
            unsafe { store.states.cell(number).cast::<u32>().copy_from_nonoverlapping(state.as_ptr(), state.len()) };
            Ok(hash & TAG_MASK | number)
        })?;
        Ok(match entry {
            Entry::Old(slot) => Outcome { state: StateRef(slot & NUMBER_MASK), new: false, marks: marks_of(slot) },
            Entry::New(slot) => {
                self.block.consume();
                pass.count();
                Outcome { state: StateRef(slot & NUMBER_MASK), new: true, marks: 0 }
            }
        })
    }
}

impl Cursor for PlainCursor<'_> {
    fn load(&mut self, state: StateRef) {
        self.current = self.store.words_of(state.0);
    }

    fn state(&self) -> &[u32] {
        self.current
    }

    fn insert_root(&mut self, state: &[u32]) -> Result<Outcome, Full> {
        assert_eq!(state.len(), self.store.words, "a state of another length");
        assert!(self.queue.is_empty(), "no states are lined up");
        let mut out = Vec::with_capacity(1);
        self.insert_successors(state, &mut out)?;
        Ok(out[0])
    }

    fn queue(&mut self, successors: &[u32]) {
        assert_eq!(successors.len() % self.store.words, 0, "states of another length");
        self.queue.extend_from_slice(successors);
        let pass = self.store.gate.enter(&self.seat);
        self.writer.hash(&pass, successors);
    }

    fn flush(&mut self, out: &mut Vec<Outcome>) -> Result<(), Full> {
        let queue = std::mem::take(&mut self.queue);
        let result = self.insert_batch(&queue, out);
        self.queue = queue;
        self.queue.clear();
        self.writer.searches.clear();
        result
    }

    fn read(&mut self, state: StateRef, out: &mut [u32]) {
        out.copy_from_slice(self.store.words_of(state.0));
    }

    fn mark(&mut self, state: StateRef, marks: Marks) -> Marks {
        let hash = hash_words(self.store.words_of(state.0));
        let pass = self.store.gate.enter(&self.seat);
        let bits = u64::from(marks) << NUMBER_BITS;
        marks_of(self.store.index.mark(&pass, hash, bits, |slot| slot & NUMBER_MASK == state.0))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Couples of states that nothing but their words tells apart.
    fn look_alikes() -> Vec<[[u32; 2]; 2]> {
        let mut met = HashMap::new();
        let state = |i: u32| [i, i % 5];
        let mark = |i: &u32| hash_words(&state(*i)) & (TAG_MASK | 0xff);
        (0..1 << 20).filter_map(|i| Some([state(met.insert(mark(&i), i)?), state(i)])).collect()
    }

    #[test]
    fn states_with_equal_tags_are_told_apart() {
        let couples = look_alikes();
        assert!(!couples.is_empty());
        for [first, second] in couples {
            let store = PlainStore::new(Config { words: 2, memory_limit: 1 << 20, threads: 1 }).expect("memory");
            let mut cursor = store.cursor();
            let outcomes = [first, second, first, second].map(|state| cursor.insert_root(&state).expect("memory"));
            assert_eq!(outcomes.map(|outcome| outcome.new), [true, true, false, false]);
            assert_eq!((outcomes[0].state, outcomes[1].state), (outcomes[2].state, outcomes[3].state));
            assert_ne!(outcomes[0].state, outcomes[1].state);
        }
    }
}
