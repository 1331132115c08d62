//! Which variables expressions and transitions read and write.

use kulan_ir::{ExprId, System, Transition, Update, VarId};

/// The variable that an update writes.
pub fn written(update: &Update) -> VarId {
    update.target.variable()
}

/// All expressions of a transition that influence what it does: guards, checks, and its updates.
pub fn expressions<'a>(system: &'a System, transition: &'a Transition) -> impl Iterator<Item = ExprId> + 'a {
    let guards = transition.guards.iter().map(|g| system.guards[g.index()]);
    let checks = transition.checks.iter().map(|c| c.condition);
    guards.chain(checks).chain(transition.updates.iter().flat_map(Update::expressions))
}

/// For each thread whose location the transition tests: the thread's number and the location.
pub fn locations(system: &System, transition: &Transition, counters: &[Option<usize>]) -> Vec<(usize, u64)> {
    let guards = transition.guards.iter();
    let tests = guards.filter_map(|g| system.as_equality(system.guards[g.index()]));
    tests.filter_map(|(v, value)| counters[v.index()].map(|thread| (thread, value))).collect()
}

/// By variable: the thread whose program counter it is.
pub fn counters(system: &System) -> Vec<Option<usize>> {
    let mut result = vec![None; system.variables.len()];
    for (t, thread) in system.threads.iter().enumerate() {
        if let Some(pc) = thread.program_counter {
            result[pc.index()] = Some(t);
        }
    }
    result
}
