//! Maps from expressions that forget those that were made in passing.

use std::borrow::Borrow;
use std::hash::Hash;

use kulan_ir::ExprId;
use rustc_hash::FxHashMap;

/// Something that expressions are mentioned in.
pub trait Mentions {
    /// The expression among them that was made last, if there is one.
    fn newest(&self) -> Option<ExprId>;
}

impl Mentions for ExprId {
    fn newest(&self) -> Option<ExprId> {
        Some(*self)
    }
}

impl Mentions for Vec<ExprId> {
    fn newest(&self) -> Option<ExprId> {
        self.iter().copied().max()
    }
}

/// A map by expressions. Of those beyond the first ones it can be made to forget what it knows, in time that depends on
/// these alone.
#[derive(Debug)]
pub struct PassingMap<K, V> {
    map: FxHashMap<K, V>,
    /// How many expressions stay.
    first: usize,
    /// The keys with others.
    passing: Vec<K>,
}

impl<K, V> Default for PassingMap<K, V> {
    fn default() -> Self {
        PassingMap { map: FxHashMap::default(), first: usize::MAX, passing: Vec::new() }
    }
}

impl<K: Mentions + Hash + Eq + Clone, V> PassingMap<K, V> {
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.map.get(key)
    }

    pub fn insert(&mut self, key: K, value: V) {
        if key.newest().is_some_and(|id| id.index() >= self.first) {
            self.passing.push(key.clone());
        }
        self.map.insert(key, value);
    }

    pub fn clear(&mut self) {
        self.map.clear();
        self.passing.clear();
    }

    /// Forgets what mentions expressions beyond the first `count`, which is the same number each time.
    pub fn forget_beyond(&mut self, count: usize) {
        self.first = count;
        for key in self.passing.drain(..) {
            self.map.remove(&key);
        }
    }
}
