//! Transitions from locations that nothing leads to any more are dropped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kulan_ir::{Exprs, GuardTable, Jump, System, Target, Update};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{counters, locations};

/// Drops transitions that can never be taken because a thread cannot be where they start.
pub fn unreachable(system: &mut System) {
    let counters = counters(system);
    let starts: Vec<_> = system.transitions.iter().map(|t| locations(system, t, &counters)).collect();
    let mut keep = vec![false; starts.len()];
    Reachable::at_first(system, &counters).explore(&starts, |reachable, t| {
        keep[t] = true;
        reachable.add(&system.exprs, &system.transitions[t].updates, &counters);
    });
    let mut keep = keep.iter();
    system.transitions.retain(|_| *keep.next().expect("one per transition"));
    reindex_guards(system);
}

/// Keeps only guards in use.
fn reindex_guards(system: &mut System) {
    let old = std::mem::take(&mut system.guards);
    let mut table = GuardTable::default();
    let mut transitions = std::mem::take(&mut system.transitions);
    for transition in &mut transitions {
        let conditions: Vec<_> = transition.guards.iter().map(|g| old[g.index()]).collect();
        transition.guards = table.split(system, &conditions).expect("a guard in use is not plainly false");
    }
    system.transitions = transitions;
}

/// Where threads can be, as far as constants tell.
pub struct Reachable {
    /// Pairs of thread and location.
    known: FxHashSet<(usize, u64)>,
    /// By thread: whether a computed jump lets it be anywhere.
    anywhere: Vec<bool>,
    /// What was added since it was last looked at: threads, with locations or anywhere.
    fresh: Vec<(usize, Option<u64>)>,
}

impl Reachable {
    /// Where threads are at first, or after an error.
    pub fn at_first(system: &System, counters: &[Option<usize>]) -> Reachable {
        let anywhere = vec![false; system.threads.len()];
        let mut result = Reachable { known: FxHashSet::default(), anywhere, fresh: Vec::new() };
        for (v, thread) in counters.iter().enumerate() {
            if let Some(thread) = thread {
                result.known.insert((*thread, system.variables[v].initial[0]));
                result.known.extend(system.error_state.iter().map(|values| (*thread, values[v][0])));
            }
        }
        result
    }

    fn contains(&self, place: (usize, u64)) -> bool {
        self.anywhere[place.0] || self.known.contains(&place)
    }

    /// Adds where updates lead.
    pub fn add(&mut self, exprs: &Exprs, updates: &[Update], counters: &[Option<usize>]) {
        for update in updates {
            let Target::Var(v) = update.target else { continue };
            let Some(thread) = counters[v.index()] else { continue };
            match exprs.jump(updates, v) {
                Jump::To(location) if self.known.insert((thread, location)) => {
                    self.fresh.push((thread, Some(location)));
                }
                Jump::Anywhere if !std::mem::replace(&mut self.anywhere[thread], true) => {
                    self.fresh.push((thread, None));
                }
                _ => {}
            }
        }
    }

    /// Visits each transition once that starts from locations that can be reached; the visit adds where it leads. The
    /// order is that of going through all of them again and again, but each is looked at only when it may have changed.
    pub fn explore(mut self, starts: &[Vec<(usize, u64)>], mut visit: impl FnMut(&mut Reachable, usize)) {
        // By thread and location: the transitions that wait for it.
        let mut waiting: Vec<FxHashMap<u64, Vec<usize>>> = vec![FxHashMap::default(); self.anywhere.len()];
        let mut missing = vec![0_usize; starts.len()];
        let mut ready = BinaryHeap::new();
        for (t, start) in starts.iter().enumerate() {
            for &(thread, location) in start.iter().filter(|&&place| !self.contains(place)) {
                missing[t] += 1;
                waiting[thread].entry(location).or_default().push(t);
            }
            if missing[t] == 0 {
                ready.push(Reverse((0, t)));
            }
        }
        while let Some(Reverse((round, t))) = ready.pop() {
            kulan_control::checkpoint();
            visit(&mut self, t);
            for (thread, location) in std::mem::take(&mut self.fresh) {
                let woken: Vec<usize> = match location {
                    Some(location) => waiting[thread].remove(&location).unwrap_or_default(),
                    None => std::mem::take(&mut waiting[thread]).into_values().flatten().collect(),
                };
                for u in woken {
                    missing[u] -= 1;
                    if missing[u] == 0 {
                        ready.push(Reverse((if u > t { round } else { round + 1 }, u)));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Transitions that are left of a thread that starts at 0 and jumps to `to`, among them one from 70,000.
    fn left(to: &str) -> usize {
        let text = format!(
            "system s process p thread t in p counter pc var pc : u18 var x : u18
            transition t {{ when pc == 0 set pc = {to} }}
            transition t {{ when pc == 70000 set pc = 1 }}"
        );
        let mut system = kulan_ir::text::parse(&text).expect("a system");
        unreachable(&mut system);
        system.transitions.len()
    }

    #[test]
    fn a_computed_jump_leads_anywhere_however_wide_the_counter_is() {
        assert_eq!((left("x"), left("70000"), left("2")), (2, 2, 1));
    }
}
