//! The deletion algorithm (Algorithm 2): start from all actions and remove those that can be spared.
//!
//! Enabled transitions are deleted one after the other, each with everything that cannot stay without it. What does not
//! accord with a deleted transition is no longer a key transition. What does not left-accord with it must go unless it
//! is a key transition. A disabled action needs a necessary enabling set that is still complete. If no key transition
//! would remain, the deletion is undone. The result is minimal in its enabled transitions (Theorem 1). Where section 6
//! counts the necessary enabling sets that an action has left, a few word operations look for one.

use crate::tables::Inverse;
use crate::{Situation, Strength, bits};

/// Scratch memory.
#[derive(Debug, Default)]
pub struct Deletion {
    now: Sets,
    /// The sets before the deletion in progress.
    saved: Sets,
    pending: Vec<u32>,
    /// Enabled transitions whose deletion failed: what would delete one fails as well.
    kept: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
struct Sets {
    /// Key transitions.
    keys: Vec<u64>,
    /// Members for other reasons than being a key transition: disabled, or closed under left-accordance.
    others: Vec<u64>,
    /// Rows of the tables of which something was deleted.
    broken: Vec<u64>,
}

impl Sets {
    fn copy_from(&mut self, other: &Sets) {
        self.keys.clone_from(&other.keys);
        self.others.clone_from(&other.others);
        self.broken.clone_from(&other.broken);
    }
}

impl Deletion {
    /// Makes a stubborn set minimal, starting from the set of all actions.
    pub fn run(&mut self, situation: &Situation, out: &mut [u64]) {
        self.start(situation, out);
        // First what accords with the fewest, so that what remains accords with the most.
        // What exposes something comes before everything else: if it stays, everything does.
        let exposes = |t: &u32| bits::get_in(situation.tables.exposing(), *t as usize);
        let order = || situation.tables.by_conflicts.iter().copied().rev();
        for t in order().filter(exposes).chain(order().filter(|t| !exposes(t))) {
            let t = t as usize;
            if !bits::get(situation.enabled, t) {
                continue;
            }
            let gone = !bits::get(&self.now.keys, t) && !bits::get(&self.now.others, t);
            if gone {
                continue;
            }
            self.saved.copy_from(&self.now);
            if !self.delete(situation, t) {
                std::mem::swap(&mut self.now, &mut self.saved);
                bits::set(&mut self.kept, t);
            }
        }
        for (out, (keys, others)) in out.iter_mut().zip(self.now.keys.iter().zip(&self.now.others)) {
            *out = keys | others;
        }
    }

    fn start(&mut self, situation: &Situation, set: &[u64]) {
        let tables = situation.tables;
        let (inverse, rows) = (tables.inverse(), tables.rows.matrix());
        let weak = situation.options.strength == Strength::Weak;
        let now = &mut self.now;
        now.keys.clear();
        now.keys.resize(tables.words, 0);
        now.others.clear();
        now.others.extend(set.iter().zip(situation.enabled).map(|(s, e)| s & !e));
        now.broken.clear();
        now.broken.resize(inverse.rows_with.row(0).len(), 0);
        let all = set.iter().all(|&w| w == !0);
        for t in bits::ones(situation.enabled).filter(|&t| bits::get(set, t)) {
            if t >= tables.transitions {
                bits::set(&mut now.others, t); // a goal that is reached asks for nothing
                continue;
            }
            if all || bits::within(situation.rows.conflicts(t), set) {
                bits::set(&mut now.keys, t);
            }
            if weak && (all || bits::within(inverse.do_not_left_accord.row(t), set)) {
                bits::set(&mut now.others, t);
            }
        }
        if !all {
            let broken = (0..rows.rows()).filter(|&r| !bits::within(rows.row(r), set));
            broken.for_each(|r| bits::set(&mut now.broken, r));
        }
        self.kept.clear();
        self.kept.extend_from_slice(situation.required);
    }

    /// Deletes a transition and everything that depends on it. Returns whether a key transition remains.
    fn delete(&mut self, situation: &Situation, t: usize) -> bool {
        bits::clear(&mut self.now.keys, t);
        bits::clear(&mut self.now.others, t);
        self.pending.clear();
        self.pending.push(t as u32);
        while let Some(t) = self.pending.pop() {
            let t = t as usize;
            if bits::get(&self.kept, t) || !self.spread(situation, t) {
                return false;
            }
        }
        true
    }

    /// Removes what cannot stay without `t`.
    fn spread(&mut self, situation: &Situation, t: usize) -> bool {
        let inverse = situation.tables.inverse();
        let Sets { keys, others, .. } = &mut self.now;
        let mut key_left = false;
        for (w, &row) in situation.rows.conflicts(t).iter().enumerate() {
            let mut lost = row & keys[w];
            keys[w] &= !lost;
            key_left |= keys[w] & situation.seeds[w] != 0;
            lost &= !others[w];
            while lost != 0 {
                self.pending.push((w * 64) as u32 + lost.trailing_zeros());
                lost &= lost - 1;
            }
        }
        if !key_left {
            return false;
        }
        if situation.options.strength == Strength::Weak {
            for (w, &row) in inverse.do_not_left_accord_inverse.row(t).iter().enumerate() {
                let mut lost = row & others[w] & situation.enabled[w];
                others[w] &= !lost;
                lost &= !keys[w];
                while lost != 0 {
                    self.pending.push((w * 64) as u32 + lost.trailing_zeros());
                    lost &= lost - 1;
                }
            }
        }
        for (w, &row) in inverse.rows_with.row(t).iter().enumerate() {
            let mut new = row & !self.now.broken[w];
            self.now.broken[w] |= new;
            while new != 0 {
                let row = w * 64 + new.trailing_zeros() as usize;
                new &= new - 1;
                self.row_broken(situation, row);
            }
        }
        true
    }

    /// Deletes the disabled actions that have no other necessary enabling set.
    fn row_broken(&mut self, situation: &Situation, row: usize) {
        let tables = situation.tables;
        let (guard, disabling) = if row < tables.guards { (row, false) } else { (row - tables.guards, true) };
        if bits::get(situation.guards, guard) != disabling || (disabling && !situation.options.disabling) {
            return; // nobody relies on it in this state
        }
        let Inverse { excluded, users, .. } = tables.inverse();
        let relying = if disabling { excluded.row(guard) } else { users.row(guard) };
        for (w, &row) in relying.iter().enumerate() {
            let mut affected = row & self.now.others[w] & !situation.enabled[w];
            while affected != 0 {
                let action = w * 64 + affected.trailing_zeros() as usize;
                affected &= affected - 1;
                let mut whole = false;
                situation.necessary_enabling_sets(action, |row| {
                    whole = !bits::get(&self.now.broken, row);
                    whole
                });
                if !whole {
                    bits::clear(&mut self.now.others, action);
                    self.pending.push(action as u32);
                }
            }
        }
    }
}
