//! Sets of small numbers.

/// A set of numbers below a bound fixed at the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// An empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    pub fn insert(&mut self, n: usize) {
        self.0[n / 64] |= 1 << (n % 64);
    }

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

    pub fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, n: usize) -> bool {
        self.0[n / 64] >> (n % 64) & 1 == 1
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(w, &word)| {
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| w * 64 + rest.trailing_zeros() as usize)
        })
    }
}
