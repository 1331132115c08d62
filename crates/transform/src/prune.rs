//! Transitions from locations that nothing leads to any more are dropped.

use kulan_ir::{Exprs, GuardTable, Jump, System, Target, Update};
use rustc_hash::FxHashSet;

use crate::access::{counters, locations};

/// Drops transitions that can never be taken because a thread cannot be where they start.
pub fn unreachable(system: &mut System) {
    let reachable = Reachable::of(system);
    let counters = counters(system);
    let keep: Vec<bool> = system
        .transitions
        .iter()
        .map(|t| locations(system, t, &counters).into_iter().all(|l| reachable.contains(l)))
        .collect();
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
}

impl Reachable {
    fn of(system: &System) -> Reachable {
        let counters = counters(system);
        let mut result = Reachable::at_first(system, &counters);
        while result.grow(system, &counters) {}
        result
    }

    /// Where threads are at first, or after an error.
    pub fn at_first(system: &System, counters: &[Option<usize>]) -> Reachable {
        let mut result = Reachable { known: FxHashSet::default(), anywhere: vec![false; system.threads.len()] };
        for (v, thread) in counters.iter().enumerate() {
            if let Some(thread) = thread {
                result.known.insert((*thread, system.variables[v].initial[0]));
                result.known.extend(system.error_state.iter().map(|values| (*thread, values[v][0])));
            }
        }
        result
    }

    pub fn contains(&self, place: (usize, u64)) -> bool {
        self.anywhere[place.0] || self.known.contains(&place)
    }

    /// Adds where one step leads; tells whether that is new.
    fn grow(&mut self, system: &System, counters: &[Option<usize>]) -> bool {
        let mut grown = false;
        for transition in &system.transitions {
            kulan_control::checkpoint();
            if !locations(system, transition, counters).into_iter().all(|l| self.contains(l)) {
                continue;
            }
            grown |= self.add(&system.exprs, &transition.updates, counters);
        }
        grown
    }

    /// Adds where updates lead; tells whether that is new.
    pub fn add(&mut self, exprs: &Exprs, updates: &[Update], counters: &[Option<usize>]) -> bool {
        let mut grown = false;
        for update in updates {
            let Target::Var(v) = update.target else { continue };
            let Some(thread) = counters[v.index()] else { continue };
            grown |= match exprs.jump(updates, v) {
                Jump::To(location) => self.known.insert((thread, location)),
                Jump::Stays => false,
                Jump::Anywhere => !std::mem::replace(&mut self.anywhere[thread], true),
            };
        }
        grown
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
