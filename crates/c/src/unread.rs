//! Variables whose values nothing depends on: no condition and no check, not even by way of other variables. What such a
//! variable holds is no matter, so memory without a value may be read into it, and an input that goes nowhere else needs
//! one value only.

use kulan_ir::{CheckKind, ExprId, System, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Drops what is said about values that do not matter. `marks` has, for each variable that says whether another one was
/// written, that other one.
pub fn forget(system: &mut System, marks: &FxHashMap<VarId, VarId>) {
    let matters = matters(system);
    let yes = system.exprs.bool(true);
    let mut inputs = FxHashSet::default();
    for t in 0..system.transitions.len() {
        for c in 0..system.transitions[t].checks.len() {
            let check = &system.transitions[t].checks[c];
            if check.kind == CheckKind::Unsupported && is_about(system, check.condition, marks, &matters) {
                system.transitions[t].checks[c].condition = yes;
            }
        }
        let transition = &system.transitions[t];
        inputs.clear();
        let checks = transition.checks.iter().map(|c| c.condition);
        let indices = transition.updates.iter().filter_map(|u| u.target.index());
        let needed = transition.updates.iter().filter(|u| matters.contains(&u.target.variable())).map(|u| u.value);
        checks.chain(indices).chain(needed).for_each(|e| crate::inputs::inputs_in(&system.exprs, e, &mut inputs));
        for i in 0..system.transitions[t].inputs.len() {
            let input = &mut system.transitions[t].inputs[i];
            if !inputs.contains(&(i as u32, input.width)) {
                input.high = input.low;
            }
        }
    }
}

/// Whether a condition only asks whether variables were written that do not matter.
fn is_about(system: &System, e: ExprId, marks: &FxHashMap<VarId, VarId>, matters: &FxHashSet<VarId>) -> bool {
    let (mut found, mut other) = (false, false);
    system.exprs.reads(e, &mut FxHashSet::default(), &mut |v| match marks.get(&v) {
        Some(of) if !matters.contains(of) => found = true,
        Some(_) => other = true,
        // What chooses among the marks.
        None => {}
    });
    found && !other
}

/// The variables that conditions and checks depend on.
fn matters(system: &System) -> FxHashSet<VarId> {
    let (mut result, mut todo) = (FxHashSet::default(), Vec::new());
    let mut seen = FxHashSet::default();
    let mut need = |e: ExprId, todo: &mut Vec<VarId>| {
        system.exprs.reads(e, &mut seen, &mut |v| {
            if result.insert(v) {
                todo.push(v);
            }
        });
    };
    let mut writers: FxHashMap<VarId, Vec<ExprId>> = FxHashMap::default();
    for &e in system.guards.iter().chain([&system.valid_end]).chain(system.labels.iter().map(|l| &l.predicate)) {
        need(e, &mut todo);
    }
    for transition in &system.transitions {
        transition.checks.iter().for_each(|c| need(c.condition, &mut todo));
        for update in &transition.updates {
            update.target.index().into_iter().for_each(|e| need(e, &mut todo));
            writers.entry(update.target.variable()).or_default().push(update.value);
        }
    }
    while let Some(v) = todo.pop() {
        for &e in writers.get(&v).into_iter().flatten() {
            need(e, &mut todo);
        }
    }
    result
}
