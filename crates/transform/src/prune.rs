//! Transitions from locations that nothing leads to any more are dropped.

use kulan_ir::{GuardTable, System};
use rustc_hash::FxHashSet;

use crate::access::{counters, jump, locations};

/// Drops transitions that can never be taken because a thread cannot be where they start.
pub fn unreachable(system: &mut System) {
    let reachable = reachable(system);
    let counters = counters(system);
    let keep: Vec<bool> = system
        .transitions
        .iter()
        .map(|t| locations(system, t, &counters).iter().all(|l| reachable.contains(l)))
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

/// Pairs of thread and location that can occur, as far as constants tell.
fn reachable(system: &System) -> FxHashSet<(usize, u64)> {
    let counters = counters(system);
    let mut found: FxHashSet<(usize, u64)> = FxHashSet::default();
    for (v, thread) in counters.iter().enumerate() {
        if let Some(thread) = thread {
            found.insert((*thread, system.variables[v].initial[0]));
            found.extend(system.error_state.iter().map(|values| (*thread, values[v][0])));
        }
    }
    loop {
        let before = found.len();
        for transition in &system.transitions {
            if !locations(system, transition, &counters).iter().all(|l| found.contains(l)) {
                continue;
            }
            for (v, thread) in counters.iter().enumerate() {
                let Some(thread) = thread else { continue };
                match jump(&system.exprs, &transition.updates, kulan_ir::VarId(v as u32)) {
                    Ok(Some(location)) => {
                        found.insert((*thread, location));
                    }
                    Ok(None) => {}
                    // A computed jump can lead anywhere.
                    Err(()) => found.extend((0..1 << system.variables[v].width.min(16)).map(|l| (*thread, l))),
                }
            }
        }
        if found.len() == before {
            return found;
        }
    }
}
