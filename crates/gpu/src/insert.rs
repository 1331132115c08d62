//! The store on the device: an array of states that only grows, in chunks, and a table of fingerprints with indices.
//!
//! A state is put where the table has room for it. A thread that finds none of its kind there takes one of the indices that
//! it has claimed, writes the state behind it, and then tries to put the index into the table. If another thread was first,
//! what it has put there is looked at; the index is kept for the next new state. So a thread leaves holes in the array only
//! at its end, for what it has claimed and not used; they are marked by their parents.

use crate::expression::pair;
use crate::ptx::{Code, Label, Register};
use crate::successor::NEXT;

/// Where counters are: each is in memory of its own, so that threads that use one do not wait for those of another.
pub mod counter {
    /// Indices that were given out.
    pub const NEXT: u64 = 0;
    /// The state to expand next.
    pub const CURSOR: u64 = 1;
    /// States that were stored.
    pub const STATES: u64 = 2;
    /// Transitions from states that were expanded.
    pub const TRANSITIONS: u64 = 3;
    /// Deadlocks.
    pub const DEADLOCKS: u64 = 4;
    /// The smallest index of a deadlock.
    pub const FIRST_DEADLOCK: u64 = 5;
    /// States that are left to the host.
    pub const LEFT: u64 = 6;
    /// How many there are.
    pub const COUNT: usize = 7;
    /// Bytes from one to the next.
    pub const STRIDE: u64 = 256;
}

/// The parent of a place in the array that no state was put into.
pub const HOLE: u32 = u32::MAX;
/// The parent of the initial state.
pub const ROOT: u32 = u32::MAX - 1;

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const FACTORS: [u64; 2] = [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53];
/// Words that are compared before the result is looked at.
const TOGETHER: u32 = 32;

/// How states are laid out in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Words of a state, an even number: what is behind its variables is zero.
    pub words: u32,
    /// A chunk has two to the power of this many states, and their parents behind them.
    pub chunk: u32,
    /// Bits of an index in the table; above them is the fingerprint.
    pub index_bits: u32,
}

impl Shape {
    /// Words for a state of some: so many that they can be loaded in few pieces.
    pub fn words_for(words: usize) -> u32 {
        let words = words as u32;
        if words % 4 == 3 { words + 1 } else { words.next_multiple_of(2) }
    }

    /// Words that are loaded and stored at once.
    pub fn piece(self) -> u32 {
        if self.words.is_multiple_of(4) { 4 } else { 2 }
    }

    /// The first words of all pieces.
    pub fn pieces(self) -> impl Iterator<Item = u32> {
        (0..self.words).step_by(self.piece() as usize)
    }

    /// Bytes of a state with its parent.
    pub fn state_bytes(self) -> u64 {
        u64::from(self.words) * 4 + 4
    }

    /// Bytes of a chunk.
    pub fn chunk_bytes(self) -> u64 {
        self.state_bytes() << self.chunk
    }

    /// Where the parents are in a chunk.
    pub fn parents(self) -> u64 {
        (u64::from(self.words) * 4) << self.chunk
    }
}

/// What the code of a kernel knows of the store.
#[derive(Copy, Clone)]
pub struct Store {
    /// The shape.
    pub shape: Shape,
    /// The address of the counters.
    pub counters: Register,
    /// The address of the table of chunks.
    pub chunks: Register,
}

/// The address of a counter.
pub fn counter_at(counters: Register, number: u64) -> String {
    format!("[{counters}+{}]", number * counter::STRIDE)
}

impl Store {
    /// The address of the state of an index, and that of its parent.
    pub fn place(&self, b: &mut Code, index: Register) -> (Register, Register) {
        let chunk = b.wide_of("shr.u64", index, self.shape.chunk);
        let entry = b.wide_of("shl.b64", chunk, 3);
        let entry = b.wide_of("add.u64", entry, self.chunks);
        let base = b.wide();
        b.one("ld.global.u64", base, format_args!("[{entry}]"));
        let inside = b.wide_of("and.b64", index, (1u64 << self.shape.chunk) - 1);
        let offset = b.wide_of("mul.lo.u64", inside, u64::from(self.shape.words) * 4);
        let state = b.wide_of("add.u64", base, offset);
        let behind = b.wide_of("shl.b64", inside, 2);
        let behind = b.wide_of("add.u64", behind, base);
        let parent = b.wide_of("add.u64", behind, self.shape.parents());
        (state, parent)
    }

    /// Takes the next number of a counter.
    pub fn claim(&self, b: &mut Code, counter: u64) -> Register {
        let one = b.wide_constant(1);
        self.claim_some(b, counter, one)
    }

    /// Takes some numbers of a counter; gives the first. Threads that do so at the same time share one access.
    fn claim_some(&self, b: &mut Code, counter: u64, some: Register) -> Register {
        let all = b.narrow();
        b.line(format_args!("activemask.b32 {all}"));
        let below = b.narrow();
        b.one("mov.u32", below, "%lanemask_lt");
        let before = b.narrow_of("and.b32", all, below);
        let (rank, count) = (b.narrow(), b.narrow());
        b.one("popc.b32", rank, before);
        b.one("popc.b32", count, all);
        let (zero, leader) = (b.constant(0), b.narrow());
        let negated = b.narrow_of("sub.u32", zero, all);
        let lowest = b.narrow_of("and.b32", all, negated);
        b.one("bfind.u32", leader, lowest);
        let leads = b.test("setp.eq.u32", rank, 0);
        let (many, first) = (b.wide(), b.wide_constant(0));
        b.one("cvt.u64.u32", many, count);
        let many = b.wide_of("mul.lo.u64", many, some);
        let at = counter_at(self.counters, counter);
        b.line(format_args!("@{leads} atom.global.add.u64 {first}, {at}, {many}"));
        let first = shared(b, first, leader, all);
        let rank_wide = b.wide();
        b.one("cvt.u64.u32", rank_wide, rank);
        let before = b.wide_of("mul.lo.u64", rank_wide, some);
        b.wide_of("add.u64", first, before)
    }
}

/// The value that one lane has, for all of them.
fn shared(b: &mut Code, value: Register, lane: Register, all: Register) -> Register {
    let halves = b.halves(value).map(|half| {
        let to = b.narrow();
        b.line(format_args!("shfl.sync.idx.b32 {to}, {half}, {lane}, 31, {all}"));
        to
    });
    pair(b, halves[0], halves[1])
}

/// A hash of a state, given its pairs of words.
pub fn hash(b: &mut Code, shape: Shape, word_pair: &mut dyn FnMut(&mut Code, u32) -> Register) -> Register {
    let mut h = b.wide_constant(SEED);
    for first in (0..shape.words).step_by(2) {
        let value = word_pair(b, first);
        let mixed = b.wide_of("xor.b64", h, value);
        let product = b.wide_of("mul.lo.u64", mixed, FACTORS[0]);
        let down = b.wide_of("shr.u64", product, 32);
        h = b.wide_of("xor.b64", product, down);
    }
    let product = b.wide_of("mul.lo.u64", h, FACTORS[1]);
    let down = b.wide_of("shr.u64", product, 29);
    b.wide_of("xor.b64", product, down)
}

/// Words of the copy in local memory, a piece of them.
fn load_piece(b: &mut Code, shape: Shape, word: u32) -> Vec<Register> {
    b.load_words("ld.local", format_args!("{NEXT}+{}", word * 4), shape.piece())
}

/// A table of fingerprints and indices; an entry is zero, or a fingerprint above an index plus one.
#[derive(Copy, Clone)]
pub struct Table {
    /// Its address.
    pub entries: Register,
    /// How many entries it has.
    pub slots: Register,
}

/// Where a hash begins in a table, and its fingerprint at the place that it has in entries.
pub fn begin(b: &mut Code, table: Table, shape: Shape, h: Register) -> (Register, Register) {
    let position = b.wide_of("mul.hi.u64", h, table.slots);
    let fingerprint = b.wide_of("shl.b64", h, shape.index_bits);
    (position, fingerprint)
}

/// Goes on to the next entry, behind the last one to the first.
pub fn advance(b: &mut Code, table: Table, position: Register, to: Label) {
    b.two("add.u64", position, position, 1);
    let is_end = b.test("setp.ge.u64", position, table.slots);
    b.line(format_args!("@{is_end} mov.u64 {position}, 0"));
    b.jump(to);
}

/// The address of an entry.
pub fn entry_at(b: &mut Code, table: Table, position: Register) -> Register {
    let offset = b.wide_of("shl.b64", position, 3);
    b.wide_of("add.u64", table.entries, offset)
}

/// What a thread that inserts states keeps between them.
#[derive(Copy, Clone)]
pub struct Inserter {
    /// The store.
    pub store: Store,
    /// The table.
    pub table: Table,
    /// The next index of those that were claimed and not used, and how many these are.
    mine: Register,
    rest: Register,
    /// How many are claimed at a time.
    some: Register,
    /// States that were new.
    stored: Register,
}

impl Inserter {
    /// Nothing claimed, nothing stored.
    pub fn new(b: &mut Code, store: Store, table: Table, some: Register) -> Inserter {
        let [mine, rest, stored] = [(); 3].map(|()| b.wide_constant(0));
        Inserter { store, table, mine, rest, some, stored }
    }

    /// Stores the copy in local memory, with a parent, unless it is there.
    pub fn insert(&self, b: &mut Code, parent: Register) {
        let h = hash(b, self.store.shape, &mut |b, word| {
            let to = b.wide();
            b.one("ld.local.u64", to, format_args!("[{NEXT}+{}]", word * 4));
            to
        });
        let (position, fingerprint) = begin(b, self.table, self.store.shape, h);
        let (entry, written) = (b.wide(), b.constant(0));
        let [probe, occupied, next, publish, done] = [(); 5].map(|()| b.label());
        b.place(probe);
        let at = entry_at(b, self.table, position);
        b.one("ld.relaxed.gpu.global.u64", entry, format_args!("[{at}]"));
        let is_there = b.test("setp.ne.u64", entry, 0);
        b.jump_if(is_there, occupied);
        let is_written = b.test("setp.ne.u32", written, 0);
        b.jump_if(is_written, publish);
        self.write(b, parent);
        b.one("mov.u32", written, 1);
        b.place(publish);
        let own = b.wide_of("add.u64", self.mine, 1);
        let own = b.wide_of("or.b64", own, fingerprint);
        // Whoever sees the index sees the state behind it.
        b.line(format_args!("atom.release.gpu.global.cas.b64 {entry}, [{at}], 0, {own}"));
        let is_lost = b.test("setp.ne.u64", entry, 0);
        b.jump_if(is_lost, occupied);
        b.two("add.u64", self.stored, self.stored, 1);
        b.two("add.u64", self.mine, self.mine, 1);
        b.two("sub.u64", self.rest, self.rest, 1);
        b.jump(done);
        b.place(occupied);
        let differs = b.wide_of("xor.b64", entry, fingerprint);
        let differs = b.wide_of("shr.u64", differs, self.store.shape.index_bits);
        let is_other = b.test("setp.ne.u64", differs, 0);
        b.jump_if(is_other, next);
        self.compare(b, entry, next);
        b.jump(done);
        b.place(next);
        advance(b, self.table, position, probe);
        b.place(done);
    }

    /// Writes the copy behind an index of this thread.
    fn write(&self, b: &mut Code, parent: Register) {
        let has_one = b.test("setp.ne.u64", self.rest, 0);
        let claimed = b.label();
        b.jump_if(has_one, claimed);
        let index = self.store.claim_some(b, counter::NEXT, self.some);
        b.one("mov.u64", self.mine, index);
        b.one("mov.u64", self.rest, self.some);
        b.place(claimed);
        let (state, parent_at) = self.store.place(b, self.mine);
        for word in self.store.shape.pieces() {
            let values = load_piece(b, self.store.shape, word);
            b.store_words("st.global", format_args!("{state}+{}", word * 4), &values);
        }
        b.line(format_args!("st.global.u32 [{parent_at}], {parent}"));
    }

    /// Goes on elsewhere if the state of an entry is not the copy.
    fn compare(&self, b: &mut Code, entry: Register, differs: Label) {
        let index = b.wide_of("and.b64", entry, (1u64 << self.store.shape.index_bits) - 1);
        let index = b.wide_of("sub.u64", index, 1);
        let (state, _) = self.store.place(b, index);
        let pieces: Vec<u32> = self.store.shape.pieces().collect();
        for together in pieces.chunks((TOGETHER / self.store.shape.piece()) as usize) {
            let mut all = b.constant(0);
            for &word in together {
                let at = format!("{state}+{}", word * 4);
                let there = b.load_words("ld.relaxed.gpu.global", at, self.store.shape.piece());
                for (there, here) in there.into_iter().zip(load_piece(b, self.store.shape, word)) {
                    let different = b.narrow_of("xor.b32", there, here);
                    all = b.narrow_of("or.b32", all, different);
                }
            }
            let is_other = b.test("setp.ne.u32", all, 0);
            b.jump_if(is_other, differs);
        }
    }

    /// Marks what was claimed and not used, and adds what was stored: at the end of a thread.
    pub fn finish(&self, b: &mut Code) {
        let [head, done] = [(); 2].map(|()| b.label());
        b.place(head);
        let none = b.test("setp.eq.u64", self.rest, 0);
        b.jump_if(none, done);
        let (_, parent) = self.store.place(b, self.mine);
        let hole = b.constant(HOLE);
        b.line(format_args!("st.global.u32 [{parent}], {hole}"));
        b.two("add.u64", self.mine, self.mine, 1);
        b.two("sub.u64", self.rest, self.rest, 1);
        b.jump(head);
        b.place(done);
        add(b, self.store.counters, counter::STATES, self.stored);
    }
}

/// Adds to a counter.
pub fn add(b: &mut Code, counters: Register, counter: u64, value: Register) {
    b.line(format_args!("red.global.add.u64 {}, {value}", counter_at(counters, counter)));
}
