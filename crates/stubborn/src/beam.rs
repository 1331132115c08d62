//! Closure and beam search (Algorithms 1 and 3).
//!
//! Each context closes one enabled transition, its seed. The context with the fewest enabled transitions so far
//! continues, and the first one that is finished is the answer; ties go to the context whose seed accords with the most
//! others. A disabled action needs a necessary enabling set, of which the heuristic picks the one that adds least. An
//! enabled action needs everything that does not accord with it; or, if the set is weak and the action is not the seed,
//! everything that does not left-accord with it, if that adds less.

use crate::{Situation, Strength, bits};

/// More than any number of enabled transitions.
const EXPOSED: u32 = 1 << 24;

/// Contexts, kept to save allocations.
#[derive(Debug, Default)]
pub struct Beam {
    contexts: Vec<Context>,
}

#[derive(Debug, Default)]
struct Context {
    seed: usize,
    /// Actions in the set, those still to be closed included.
    set: Vec<u64>,
    /// Those still to be closed.
    work: Vec<u64>,
    /// Enabled transitions in the set.
    enabled: u32,
}

impl Context {
    fn start(&mut self, situation: &Situation, seed: usize) {
        for bits in [&mut self.set, &mut self.work] {
            bits.clear();
            bits.resize(situation.tables.words, 0);
            bits::set(bits, seed);
        }
        self.seed = seed;
        self.enabled = 1;
        if bits::get_in(situation.tables.exposing(), seed) {
            self.enabled += EXPOSED;
        }
        self.add(situation, situation.required);
    }
}

impl Beam {
    /// Finds a stubborn set; with `single`, from one seed only, the one that accords with the most others.
    pub fn run(&mut self, situation: &Situation, single: bool, out: &mut [u64]) {
        let mut count = 0;
        for &seed in situation.tables.by_conflicts.iter().filter(|&&t| bits::get(situation.seeds, t as usize)) {
            if self.contexts.len() == count {
                self.contexts.push(Context::default());
            }
            self.contexts[count].start(situation, seed as usize);
            count += 1;
        }
        if single {
            count = 1;
        }
        let contexts = &mut self.contexts[..count];
        loop {
            let best = contexts.iter_mut().min_by_key(|c| c.enabled).expect("there is a seed");
            if best.advance(situation) {
                out.copy_from_slice(&best.set);
                return;
            }
        }
    }
}

impl Context {
    /// Closes actions until another enabled transition comes in, or all are closed, in which case it says so.
    fn advance(&mut self, situation: &Situation) -> bool {
        let before = self.enabled;
        while let Some(action) = self.next(situation) {
            bits::clear(&mut self.work, action);
            if bits::get(situation.enabled, action) {
                self.close_enabled(situation, action);
            } else {
                self.close_disabled(situation, action);
            }
            if self.enabled > before {
                return false;
            }
        }
        true
    }

    /// What to close next: enabled actions first, because what they bring in is certain.
    fn next(&self, situation: &Situation) -> Option<usize> {
        let mut disabled = None;
        for (w, &work) in self.work.iter().enumerate().filter(|(_, w)| **w != 0) {
            let enabled = work & situation.enabled[w];
            if enabled != 0 {
                return Some(w * 64 + enabled.trailing_zeros() as usize);
            }
            disabled = disabled.or(Some(w * 64 + work.trailing_zeros() as usize));
        }
        disabled
    }

    fn close_enabled(&mut self, situation: &Situation, action: usize) {
        let tables = situation.tables;
        if action >= tables.transitions {
            return; // a goal that is reached asks for nothing
        }
        let accord = situation.rows.conflicts(action);
        if let Some(inverse) = tables.inverse.as_ref().filter(|_| self.is_weak(situation, action)) {
            let left = inverse.do_not_left_accord.row(action);
            if self.cost(situation, left) <= self.cost(situation, accord) {
                self.add(situation, left);
                return;
            }
        }
        self.add(situation, accord);
    }

    /// Whether an enabled action need not be a key transition.
    fn is_weak(&self, situation: &Situation, action: usize) -> bool {
        situation.options.strength == Strength::Weak && action != self.seed
    }

    fn close_disabled(&mut self, situation: &Situation, action: usize) {
        let mut best = (u32::MAX, usize::MAX);
        if situation.options.heuristic {
            situation.necessary_enabling_sets(action, |row| {
                let cost = self.cost(situation, situation.rows.turning(row));
                if cost < best.0 {
                    best = (cost, row);
                }
                cost == 0
            });
        } else {
            let mut count = 0;
            let chance = hash(situation.guards).wrapping_add(action as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            situation.necessary_enabling_sets(action, |_| {
                count += 1;
                false
            });
            let mut left = chance % count.max(1);
            situation.necessary_enabling_sets(action, |row| {
                best = (1, row);
                left = left.wrapping_sub(1);
                left == u64::MAX
            });
        }
        debug_assert_ne!(best.1, usize::MAX, "a disabled action has a guard that does not hold");
        if best.0 > 0 {
            self.add(situation, situation.rows.turning(best.1));
        }
    }

    /// What it costs to add a row: an enabled transition weighs more than all disabled ones.
    #[inline]
    fn cost(&self, situation: &Situation, row: &[u64]) -> u32 {
        let mut cost = 0;
        for ((&row, &set), &enabled) in row.iter().zip(&self.set).zip(situation.enabled) {
            let new = row & !set;
            if new != 0 {
                let costly = (new & enabled).count_ones();
                cost += (costly << 16) + new.count_ones();
            }
        }
        cost
    }

    #[inline]
    fn add(&mut self, situation: &Situation, row: &[u64]) {
        let exposing = situation.tables.exposing();
        let sets = self.set.iter_mut().zip(&mut self.work);
        for ((&row, &enabled), (set, work)) in row.iter().zip(situation.enabled).zip(sets) {
            let new = row & !*set;
            *set |= new;
            *work |= new;
            self.enabled += (new & enabled).count_ones();
        }
        // After the sets that need not include everything.
        if !exposing.is_empty() {
            let exposes = bits::meet_all(&self.set, exposing, situation.enabled);
            self.enabled += if exposes && self.enabled < EXPOSED { EXPOSED } else { 0 };
        }
    }
}

/// A pseudo-random number, the same for equal states.
fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0x2545_f491_4f6c_dd1d_u64, |h, &w| (h ^ w).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
}
