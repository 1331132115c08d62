//! Sets that have few members, however large these may be: what a single action reads and writes is a small part of a
//! large system.

/// A set of numbers, kept as a sorted list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Few(Vec<u32>);

impl Few {
    /// Puts in what is in another set.
    pub fn union(&mut self, other: &Few) {
        if !other.0.iter().all(|n| self.0.binary_search(n).is_ok()) {
            *self = self.iter().chain(other.iter()).collect();
        }
    }

    /// Whether there is a number that is in both.
    #[inline]
    pub fn meets(&self, other: &Few) -> bool {
        let (mut a, mut b) = (self.0.iter(), other.0.iter());
        let (mut x, mut y) = (a.next(), b.next());
        while let (Some(m), Some(n)) = (x, y) {
            match m.cmp(n) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => x = a.next(),
                std::cmp::Ordering::Greater => y = b.next(),
            }
        }
        false
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, n: usize) -> bool {
        self.0.binary_search(&(n as u32)).is_ok()
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|&n| n as usize)
    }
}

impl FromIterator<usize> for Few {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Few {
        let mut list: Vec<u32> = numbers.into_iter().map(|n| n as u32).collect();
        list.sort_unstable();
        list.dedup();
        Few(list)
    }
}
