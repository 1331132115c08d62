//! A worker's cache of recently used pairs, which saves most searches among the nodes.

/// Entries, few enough for the nearest caches.
const BITS: u32 = 12;

/// Pairs with their numbers, one per slot: a newer pair evicts the older one.
pub struct Memo(Box<[Known]>);

#[derive(Copy, Clone)]
struct Known {
    pair: u64,
    /// Zero if there is none.
    number: u32,
}

impl Memo {
    pub fn new() -> Self {
        Self(vec![Known { pair: 0, number: 0 }; 1 << BITS].into())
    }

    #[inline(always)]
    pub fn get(&self, pair: u64, hash: u64) -> Option<u32> {
        let known = self.0[place(hash)];
        (known.pair == pair && known.number != 0).then_some(known.number)
    }

    #[inline(always)]
    pub fn put(&mut self, pair: u64, hash: u64, number: u32) {
        self.0[place(hash)] = Known { pair, number };
    }
}

#[inline(always)]
fn place(hash: u64) -> usize {
    (hash >> (64 - BITS)) as usize
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn knows_the_last_pair_of_a_place_only() {
        let mut memo = Memo::new();
        assert_eq!(memo.get(0, 5), None);
        memo.put(1, 5, 7);
        assert_eq!((memo.get(1, 5), memo.get(2, 5), memo.get(1, !0)), (Some(7), None, None));
        memo.put(2, 6, 8);
        assert_eq!((memo.get(1, 5), memo.get(2, 5)), (None, Some(8)));
    }
}
