//! Sets of small numbers as words of bits: functions on words, and a set that has its own.

/// Whether a bit is set.
#[inline(always)]
pub fn get(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

/// Sets a bit.
#[inline(always)]
pub fn set(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

/// Clears a bit.
#[inline(always)]
pub fn clear(words: &mut [u64], bit: usize) {
    words[bit / 64] &= !(1 << (bit % 64));
}

/// The bits set, in order.
#[inline(always)]
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(w, &word)| Ones { base: w * 64, word })
}

struct Ones {
    base: usize,
    word: u64,
}

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.word == 0 {
            return None;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.base + bit)
    }
}

/// How many bits two sets have in common.
#[inline(always)]
pub fn meet(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

/// Whether all bits of a set are in another.
#[inline(always)]
pub fn within(part: &[u64], whole: &[u64]) -> bool {
    part.iter().zip(whole).all(|(part, whole)| part & !whole == 0)
}

/// Whether a bit is set in a set that may be empty for short.
#[inline(always)]
pub fn get_in(words: &[u64], bit: usize) -> bool {
    !words.is_empty() && get(words, bit)
}

/// Whether three sets have a bit in common; one that is empty for short has none.
#[inline(always)]
pub fn meet_all(a: &[u64], b: &[u64], c: &[u64]) -> bool {
    a.iter().zip(b).zip(c).any(|((a, b), c)| a & b & c != 0)
}

/// A set of numbers below a bound fixed at the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// An empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    /// Puts a number in.
    pub fn insert(&mut self, n: usize) {
        set(&mut self.0, n);
    }

    /// Puts in what is in another set.
    pub fn union(&mut self, other: &Bits) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// Takes out what is not in a set given as words.
    pub fn intersect(&mut self, words: &[u64]) {
        for (a, b) in self.0.iter_mut().zip(words) {
            *a &= b;
        }
    }

    /// Takes out what is in another set.
    pub fn remove(&mut self, other: &Bits) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
    }

    /// The words.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether there is a number that is in both.
    #[inline]
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, n: usize) -> bool {
        get(&self.0, n)
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.0)
    }
}
