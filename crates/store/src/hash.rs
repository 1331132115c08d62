//! Hashing by multiplication to 128 bits and folding, which mixes both the low and the high bits.

const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0x8cb9_2ba7_2f3d_8dd7, 0xaef1_7502_108e_f2d9];

/// Both halves of the product of `a` and `b`, folded.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Hash of one 64-bit value.
#[inline(always)]
pub fn hash_pair(pair: u64) -> u64 {
    fold(fold(pair ^ KEYS[0], KEYS[1]) ^ KEYS[2], KEYS[3])
}

/// Two words as one value, the first in the low half.
#[inline(always)]
pub fn join(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// Hash of a state.
#[inline(always)]
pub fn hash_words(words: &[u32]) -> u64 {
    // Two lanes, since a chain of multiplications is bound by its latency.
    let (mut left, mut right) = (KEYS[2], KEYS[3]);
    let (blocks, rest) = words.as_chunks::<8>();
    for b in blocks {
        left = fold(join(b[0], b[1]) ^ KEYS[0], join(b[2], b[3]) ^ left);
        right = fold(join(b[4], b[5]) ^ KEYS[1], join(b[6], b[7]) ^ right);
    }
    let (pairs, last) = rest.as_chunks::<2>();
    for p in pairs {
        left = fold(join(p[0], p[1]) ^ KEYS[0], left);
    }
    if let [word] = last {
        right ^= u64::from(*word);
    }
    // Once is not enough for regular input: the tests below fail.
    fold(fold(left ^ KEYS[1], right ^ KEYS[0]), KEYS[2])
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Largest count over 1024 cells chosen by the bits of `hash` from `shift` up.
    fn fullest(hashes: impl Iterator<Item = u64>, shift: u32) -> u32 {
        let mut cells = [0u32; 1024];
        hashes.for_each(|h| cells[(h >> shift) as usize & 1023] += 1);
        cells.into_iter().max().expect("cells is not empty")
    }

    /// 2^18 values of few distinct digits: 256 per cell if spread evenly, and hardly ever more than 350.
    fn check(hash: impl Fn(u32, u32) -> u64) {
        for shift in [0, 5, 27, 54] {
            let hashes = (0..512).flat_map(|a| (0..512).map(move |b| (a, b))).map(|(a, b)| hash(a, b));
            let most = fullest(hashes, shift);
            assert!(most < 350, "bits from {shift}: {most} of 256 expected");
        }
    }

    #[test]
    fn pairs_spread_evenly() {
        check(|a, b| hash_pair(join(a, b)));
        check(|a, b| hash_pair(join(a << 10, b << 20)));
        check(|a, b| hash_pair(u64::from(a) | u64::from(b) << 30));
    }

    #[test]
    fn words_spread_evenly_wherever_they_change() {
        for words in [2, 3, 4, 7, 8, 9, 17] {
            for first in 0..words - 1 {
                check(|a, b| {
                    let mut state = vec![0; words];
                    (state[first], state[words - 1]) = (a, b);
                    hash_words(&state)
                });
            }
        }
    }
}
