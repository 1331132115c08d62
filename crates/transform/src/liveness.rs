//! Dead variables: a local whose value is not read before it is written again is set to zero, so that states which
//! differ only in it become one. (What SPIN's dataflow optimisation does for scalars; here arrays as well.)

use kulan_ir::{Owner, System, Target, Transition, Update, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{counters, expressions, jump, locations, written};

/// Resets dead locals.
pub fn reset_dead(system: &mut System) {
    let counters = counters(system);
    for thread in 0..system.threads.len() {
        if let Some(counter) = system.threads[thread].program_counter {
            let liveness = Liveness::new(system, &counters, thread, counter);
            liveness.reset(system);
            liveness.reset_initial(system, counter);
        }
    }
}

/// A step of a thread: from a location to another, by a transition of the thread or of a partner.
struct Edge {
    transition: usize,
    from: Option<u64>,
    to: Option<u64>,
}

struct Liveness {
    /// The thread's own variables that can be dead.
    variables: Vec<VarId>,
    edges: Vec<Edge>,
    live: FxHashMap<u64, FxHashSet<VarId>>,
}

impl Liveness {
    fn new(system: &System, counters: &[Option<usize>], thread: usize, counter: VarId) -> Liveness {
        let mut candidates: FxHashSet<VarId> = FxHashSet::default();
        for (i, v) in system.variables.iter().enumerate() {
            let owned = matches!(v.owner, Owner::Thread(t) if t.index() == thread);
            if owned && counters[i].is_none() {
                candidates.insert(VarId(i as u32));
            }
        }
        let mut edges = Vec::new();
        for (i, transition) in system.transitions.iter().enumerate() {
            if let Some(edge) = edge(system, counters, thread, counter, i, transition, &mut candidates) {
                edges.push(edge);
            }
        }
        for predicate in system.labels.iter().map(|l| l.predicate).chain([system.valid_end]) {
            system.exprs.reads(predicate, &mut FxHashSet::default(), &mut |v| {
                candidates.remove(&v);
            });
        }
        let mut variables: Vec<VarId> = candidates.into_iter().collect();
        variables.sort_unstable();
        let mut result = Liveness { variables, edges, live: FxHashMap::default() };
        result.solve(system);
        result
    }

    fn solve(&mut self, system: &System) {
        let flows: Vec<(FxHashSet<VarId>, FxHashSet<VarId>)> = self
            .edges
            .iter()
            .map(|e| {
                (self.read_by(system, &system.transitions[e.transition]), kills(&system.transitions[e.transition]))
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            // Backwards, so that most facts arrive in one round.
            for (edge, (uses, kills)) in self.edges.iter().zip(&flows).rev() {
                kulan_control::checkpoint();
                let Some(from) = edge.from else { continue };
                let after = edge.to.and_then(|to| self.live.get(&to)).cloned().unwrap_or_default();
                let live = self.live.entry(from).or_default();
                let before = live.len();
                live.extend(uses);
                live.extend(after.difference(kills));
                changed |= live.len() != before;
            }
        }
    }

    /// The candidates that a transition reads.
    fn read_by(&self, system: &System, transition: &Transition) -> FxHashSet<VarId> {
        let mut found = FxHashSet::default();
        let mut seen = FxHashSet::default();
        for e in expressions(system, transition) {
            // Shifting a value along with others is no use of it unless the target is used; that is left to slicing.
            system.exprs.reads(e, &mut seen, &mut |v| {
                if self.variables.binary_search(&v).is_ok() {
                    found.insert(v);
                }
            });
        }
        found
    }

    /// What is dead at the start is zero from the start, so that coming back there leads to the same state.
    fn reset_initial(&self, system: &mut System, counter: VarId) {
        let start = system.variables[counter.index()].initial[0];
        let live = self.live.get(&start);
        for &v in self.variables.iter().filter(|v| !live.is_some_and(|l| l.contains(v))) {
            system.variables[v.index()].initial.fill(0);
        }
    }

    /// On each edge: what is dead behind it and was not so before, or was written, becomes zero.
    fn reset(&self, system: &mut System) {
        let none = FxHashSet::default();
        for edge in &self.edges {
            let Some(to) = edge.to else { continue };
            let live = self.live.get(&to).unwrap_or(&none);
            for &v in self.variables.iter().filter(|v| !live.contains(v)) {
                let written_here = system.transitions[edge.transition].updates.iter().any(|u| written(u) == v);
                let was_live = edge.from.is_some_and(|from| self.live.get(&from).is_some_and(|l| l.contains(&v)));
                if written_here || was_live {
                    clear(system, edge.transition, v);
                }
            }
        }
    }
}

/// The edge of a thread that a transition is, if it moves the thread or happens at a known location of it. Variables that
/// are read elsewhere, or behind a computed jump, are no candidates.
fn edge(
    system: &System,
    counters: &[Option<usize>],
    thread: usize,
    counter: VarId,
    index: usize,
    transition: &Transition,
    candidates: &mut FxHashSet<VarId>,
) -> Option<Edge> {
    let from = locations(system, transition, counters).into_iter().find(|(t, _)| *t == thread).map(|(_, l)| l);
    let to = match jump(&system.exprs, &transition.updates, counter) {
        Ok(to) => to.or(from),
        Err(()) => {
            candidates.clear();
            return None;
        }
    };
    if from.is_none() && (to.is_none() || transition.thread.index() == thread) {
        // It happens wherever the thread is: what it reads or writes is never dead.
        let mut seen = FxHashSet::default();
        for e in expressions(system, transition) {
            system.exprs.reads(e, &mut seen, &mut |v| {
                candidates.remove(&v);
            });
        }
        for update in &transition.updates {
            candidates.remove(&written(update));
        }
        return None;
    }
    if from.is_none() {
        // The thread is started: what the starter reads of it is not its own yet.
        let mut seen = FxHashSet::default();
        for e in expressions(system, transition) {
            system.exprs.reads(e, &mut seen, &mut |v| {
                candidates.remove(&v);
            });
        }
    }
    Some(Edge { transition: index, from, to })
}

/// Variables of which a transition leaves nothing as it was.
fn kills(transition: &Transition) -> FxHashSet<VarId> {
    let whole = transition.updates.iter().filter_map(|u| match u.target {
        Target::Var(v) | Target::Fill(v) => Some(v),
        Target::Element(..) => None,
    });
    whole.collect()
}

/// Makes a transition set a variable to zero.
fn clear(system: &mut System, transition: usize, v: VarId) {
    let (width, is_array) = (system.variables[v.index()].width, system.variables[v.index()].elements.is_some());
    let target = if is_array { Target::Fill(v) } else { Target::Var(v) };
    let value = system.exprs.constant(width, 0);
    let transition = &mut system.transitions[transition];
    transition.updates.retain(|u| written(u) != v);
    transition.updates.push(Update { target, value });
}
