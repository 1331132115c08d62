//! Words that have some values only.

use crate::{Circuit, Gates, Lit, Word};

/// The values that a variable can have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Domain<'a> {
    /// These, in order.
    Set(&'a [u64]),
    /// All from the first to the second.
    Range(u64, u64),
}

impl Domain<'_> {
    /// The bits that are one in some value, and those that are one in all.
    fn bits(self) -> (u64, u64) {
        match self {
            Domain::Set(set) => (set.iter().fold(0, |a, b| a | b), set.iter().fold(u64::MAX, |a, b| a & b)),
            Domain::Range(low, high) => {
                let free = kulan_ir::expr::mask(64 - (low ^ high).leading_zeros() as u8);
                (low | free, low & !free)
            }
        }
    }
}

impl<S: Gates> Circuit<S> {
    /// A word that can have these values; bits that are the same in all are constant.
    pub fn one_of(&mut self, width: u8, domain: Domain<'_>) -> Word {
        let (some, all) = domain.bits();
        let bit = |i: u8| match (some >> i & 1, all >> i & 1) {
            (0, _) => self.bit(false),
            (_, 0) => self.fresh_bit(),
            _ => self.bit(true),
        };
        let word: Word = (0..width).map(bit).collect();
        let allowed = self.member(&word, domain);
        self.require(allowed);
        word
    }

    /// Whether the value of a word is one of these.
    fn member(&mut self, word: &[Lit], domain: Domain<'_>) -> Lit {
        match domain {
            Domain::Set(set) => self.among(word, set),
            Domain::Range(low, high) => {
                let low = self.constant(word.len() as u8, low);
                let high = self.constant(word.len() as u8, high);
                let (under, over) = (self.less(word, &low), self.less(&high, word));
                self.and(!under, !over)
            }
        }
    }

    /// Decides by the highest bit, and so on. `set` is in order, and its values agree in the bits above the word's.
    fn among(&mut self, word: &[Lit], set: &[u64]) -> Lit {
        if set.is_empty() {
            return self.bit(false);
        }
        if word.len() < 64 && set.len() as u64 == 1 << word.len() {
            return self.bit(true);
        }
        let top = word.len() - 1;
        let middle = set.partition_point(|value| value >> top & 1 == 0);
        let (low, high) = (self.among(&word[..top], &set[..middle]), self.among(&word[..top], &set[middle..]));
        self.choose(word[top], high, low)
    }

    /// Whether a word has a value, which may be too large for it.
    pub fn equals(&mut self, word: &[Lit], value: u64) -> Lit {
        if word.len() < 64 && value >> word.len() != 0 {
            return self.bit(false);
        }
        let constant = self.constant(word.len() as u8, value);
        self.equal(word, &constant)
    }

    /// Whether a word is below a value, which may be too large for it.
    pub fn below(&mut self, word: &[Lit], value: u64) -> Lit {
        if word.len() < 64 && value >> word.len() != 0 {
            return self.bit(true);
        }
        let constant = self.constant(word.len() as u8, value);
        self.less(word, &constant)
    }
}
