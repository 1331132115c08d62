//! Random states, the same on every run.
#![allow(dead_code)] // each test file uses its own part

use kulan_store::{Config, Cursor, StateRef, StateStore};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A word out of few, so that states share parts, small and large.
    pub fn word(&mut self) -> u32 {
        [0, 1, 2, 3, 7, 1 << 30, u32::MAX - 1, u32::MAX][self.below(8)]
    }

    /// Copies of `state` with one to three words changed each.
    pub fn neighbours(&mut self, state: &[u32], count: usize) -> Vec<u32> {
        let mut all = state.repeat(count);
        for one in all.chunks_exact_mut(state.len()) {
            for _ in 0..=self.below(3) {
                one[self.below(state.len())] = self.word();
            }
        }
        all
    }
}

pub fn config(words: usize) -> Config {
    Config { words, memory_limit: u64::MAX, threads: 8 }
}

/// The words of a state, read without disturbing the current one.
pub fn read(cursor: &mut impl Cursor, state: StateRef, words: usize) -> Vec<u32> {
    let mut out = vec![!0; words];
    cursor.read(state, &mut out);
    out
}

/// A name for messages.
pub fn name<S: StateStore>() -> &'static str {
    std::any::type_name::<S>()
}
