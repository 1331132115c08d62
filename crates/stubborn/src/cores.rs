//! Sets around a core.
//!
//! An enabled transition requires the enabled ones that it does not accord with, and those theirs: its core. Whether
//! there is a stubborn set with no other enabled transitions is a question about disabled actions. Each needs a
//! necessary enabling set with nothing spoiled in it; enabled transitions outside of the core are spoiled, and so is a
//! disabled action all of whose necessary enabling sets are. The answer is found from the core outwards, and actions
//! count as sound until the opposite is known: a greatest fixpoint, found locally. Strong components take the
//! necessary enabling set that looks cheapest, once and for all; here each is tried that is left.

use crate::{Situation, bits};

/// How many seeds are tried, those with the fewest conflicts first.
const SEEDS: usize = 8;

/// Scratch memory.
#[derive(Debug, Default)]
pub struct Cores {
    core: Vec<u64>,
    /// Actions that were required, and those that cannot be in the set.
    met: Vec<u64>,
    spoiled: Vec<u64>,
    pending: Vec<u32>,
    /// Disabled actions that were met, with the necessary enabling set that each relies on.
    relying: Vec<(u32, u32)>,
}

impl Cores {
    /// Replaces a set by one with fewer enabled transitions if the core of a seed has such a set. Returns how many actions were
    /// looked at.
    pub fn run(&mut self, situation: &Situation, set: &mut [u64]) -> u64 {
        let (mut size, mut looked_at) = (situation.size(set), 0);
        let seeds = situation.tables.by_conflicts.iter().filter(|&&t| bits::get(situation.seeds, t as usize));
        for &seed in seeds.take(SEEDS) {
            if size <= 1 {
                break;
            }
            let Some(smaller) = self.close_core(situation, seed as usize, size) else { continue };
            if self.complete(situation, &mut looked_at) {
                set.iter_mut().zip(&self.met).zip(&self.spoiled).for_each(|((set, met), bad)| *set = met & !bad);
                size = smaller;
            }
        }
        looked_at
    }

    /// The core of a seed and its size, if that is below `limit`.
    fn close_core(&mut self, situation: &Situation, seed: usize, limit: u32) -> Option<u32> {
        self.core.clear();
        self.core.resize(situation.tables.words, 0);
        bits::set(&mut self.core, seed);
        self.pending.clear();
        self.pending.push(seed as u32);
        let mut size = 1;
        while let Some(t) = self.pending.pop() {
            for (w, &row) in situation.rows.conflicts(t as usize).iter().enumerate() {
                let mut new = row & situation.transitions[w] & !self.core[w];
                self.core[w] |= new;
                size += new.count_ones();
                if size >= limit {
                    return None;
                }
                while new != 0 {
                    self.pending.push((w * 64) as u32 + new.trailing_zeros());
                    new &= new - 1;
                }
            }
        }
        let exposes = bits::meet_all(&self.core, situation.transitions, situation.tables.exposing());
        (!exposes).then_some(size)
    }

    /// Whether the core is the enabled part of a stubborn set.
    fn complete(&mut self, situation: &Situation, looked_at: &mut u64) -> bool {
        self.met.clone_from(&self.core);
        self.spoiled.clear();
        self.spoiled.extend(situation.transitions.iter().zip(&self.core).map(|(t, core)| t & !core));
        self.relying.clear();
        self.pending.clear();
        for t in bits::ones(&self.core) {
            require(&mut self.met, &mut self.pending, situation.rows.conflicts(t));
        }
        while let Some(action) = self.pending.pop() {
            *looked_at += 1;
            if bits::get(situation.enabled, action as usize) {
                continue; // of the core, or a goal that is reached
            }
            match self.choose(situation, action as usize) {
                Some(row) => {
                    self.relying.push((action, row));
                    require(&mut self.met, &mut self.pending, situation.rows.turning(row as usize));
                }
                None => {
                    bits::set(&mut self.spoiled, action as usize);
                    let needs_it = |t: usize| bits::get(situation.rows.conflicts(t), action as usize);
                    if bits::ones(&self.core).any(needs_it) {
                        return false;
                    }
                    let pending = &mut self.pending;
                    self.relying.retain(|&(other, row)| {
                        let lost = bits::get(situation.rows.turning(row as usize), action as usize);
                        if lost {
                            pending.push(other);
                        }
                        !lost
                    });
                }
            }
        }
        true
    }

    /// The necessary enabling set of a disabled action that adds least, of those without anything spoiled.
    fn choose(&self, situation: &Situation, action: usize) -> Option<u32> {
        let mut best = (u32::MAX, None);
        situation.necessary_enabling_sets(action, |number| {
            let mut cost = 0;
            for ((&row, &met), &spoiled) in situation.rows.turning(number).iter().zip(&self.met).zip(&self.spoiled) {
                if row & spoiled != 0 {
                    return false;
                }
                cost += (row & !met).count_ones();
            }
            if cost < best.0 {
                best = (cost, Some(number as u32));
            }
            cost == 0
        });
        best.1
    }
}

/// Adds the actions of a row to those that were met.
fn require(met: &mut [u64], pending: &mut Vec<u32>, row: &[u64]) {
    for (w, &row) in row.iter().enumerate() {
        let mut new = row & !met[w];
        met[w] |= new;
        while new != 0 {
            pending.push((w * 64) as u32 + new.trailing_zeros());
            new &= new - 1;
        }
    }
}
