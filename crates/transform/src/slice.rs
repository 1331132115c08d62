//! Variables that no guard, check or label depends on, directly or through others: they are dropped.

use kulan_ir::{System, VarId};
use rustc_hash::FxHashSet;

use crate::access::written;

/// Removes the updates of irrelevant variables and fixes them at their initial value, in which they cost one state bit
/// at most and distinguish nothing.
pub fn drop_irrelevant(system: &mut System) {
    let relevant = relevant(system);
    for transition in &mut system.transitions {
        transition.updates.retain(|u| relevant.contains(&written(u)));
    }
    for (i, variable) in system.variables.iter_mut().enumerate() {
        if !relevant.contains(&VarId(i as u32)) {
            variable.width = 1;
            variable.elements = None;
            variable.initial = vec![0];
            if let Some(values) = &mut system.error_state {
                values[i] = vec![0];
            }
        }
    }
}

fn relevant(system: &System) -> FxHashSet<VarId> {
    let mut relevant = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut roots: Vec<_> = system.guards.clone();
    roots.push(system.valid_end);
    roots.extend(system.labels.iter().map(|l| l.predicate));
    roots.extend(system.transitions.iter().flat_map(|t| t.checks.iter().map(|c| c.condition)));
    for root in roots {
        system.exprs.reads(root, &mut seen, &mut |v| {
            relevant.insert(v);
        });
    }
    // Program counters steer the dispatch even where no guard is left.
    relevant.extend(system.threads.iter().filter_map(|t| t.program_counter));
    loop {
        kulan_control::checkpoint();
        let before = relevant.len();
        for update in system.transitions.iter().flat_map(|t| &t.updates) {
            if relevant.contains(&written(update)) {
                for e in update.expressions() {
                    system.exprs.reads(e, &mut seen, &mut |v| {
                        relevant.insert(v);
                    });
                }
            }
        }
        if relevant.len() == before {
            return relevant;
        }
    }
}
