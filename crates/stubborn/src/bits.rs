//! Sets as words of bits.

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
