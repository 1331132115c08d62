//! Dead variables: a local whose value is not read before it is written again is set to zero, so that states which
//! differ only in it become one. (What SPIN's dataflow optimisation does for scalars; here arrays as well.)

use kulan_ir::{Jump, Owner, System, Target, Transition, Update, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{counters, expressions, locations, written};

/// Resets dead locals.
pub fn reset_dead(system: &mut System) {
    let mut accesses = Accesses::new(system);
    for thread in 0..system.threads.len() {
        if let Some(counter) = system.threads[thread].program_counter {
            let liveness = Liveness::new(system, &accesses, thread, counter);
            for changed in liveness.reset(system) {
                accesses.reads[changed] = reads(system, &accesses.owners, changed);
            }
            liveness.reset_initial(system, counter);
        }
    }
}

/// What each transition has to do with the locals and locations of threads: found once for all threads, because systems
/// can have many of both.
struct Accesses {
    /// By variable: the thread that may have it as a dead variable. Those that properties read are never dead.
    owners: Vec<Option<usize>>,
    /// By transition: which of these variables it reads, in order.
    reads: Vec<Vec<VarId>>,
    /// By transition: threads whose location it tests, with the location.
    locations: Vec<Vec<(usize, u64)>>,
    /// By thread: the transitions that read, write or move it, or are its own.
    concerned: Vec<Vec<usize>>,
}

impl Accesses {
    fn new(system: &System) -> Accesses {
        let counters = counters(system);
        let owner = |(v, counter): (&kulan_ir::Variable, &Option<usize>)| match v.owner {
            Owner::Thread(thread) if counter.is_none() => Some(thread.index()),
            _ => None,
        };
        let mut owners: Vec<Option<usize>> = system.variables.iter().zip(&counters).map(owner).collect();
        let mut seen = FxHashSet::default();
        for predicate in system.labels.iter().map(|l| l.predicate).chain([system.valid_end]) {
            system.exprs.reads(predicate, &mut seen, &mut |v| owners[v.index()] = None);
        }
        let mut concerned = vec![Vec::new(); system.threads.len()];
        let (mut all_reads, mut all_locations) = (Vec::new(), Vec::new());
        for (i, transition) in system.transitions.iter().enumerate() {
            kulan_control::checkpoint();
            let reads = reads(system, &owners, i);
            let locations = locations(system, transition, &counters);
            let writes = transition.updates.iter().map(|u| written(u).index());
            let mut threads = vec![transition.thread.index()];
            threads.extend(reads.iter().filter_map(|v| owners[v.index()]));
            threads.extend(writes.filter_map(|v| owners[v].or(counters[v])));
            threads.extend(locations.iter().map(|&(thread, _)| thread));
            threads.sort_unstable();
            threads.dedup();
            threads.into_iter().for_each(|thread| concerned[thread].push(i));
            all_reads.push(reads);
            all_locations.push(locations);
        }
        Accesses { owners, reads: all_reads, locations: all_locations, concerned }
    }
}

/// The variables with an owner that a transition reads, in order.
fn reads(system: &System, owners: &[Option<usize>], transition: usize) -> Vec<VarId> {
    let mut reads = Vec::new();
    let mut seen = FxHashSet::default();
    for e in expressions(system, &system.transitions[transition]) {
        // Shifting a value along with others is no use of it unless the target is used; that is left to slicing.
        system.exprs.reads(e, &mut seen, &mut |v| reads.extend(owners[v.index()].map(|_| v)));
    }
    reads.sort_unstable();
    reads.dedup();
    reads
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
    /// Live wherever the thread is: where it may be brought from anywhere.
    everywhere: FxHashSet<VarId>,
}

impl Liveness {
    fn new(system: &System, accesses: &Accesses, thread: usize, counter: VarId) -> Liveness {
        let own = accesses.owners.iter().enumerate().filter(|(_, owner)| **owner == Some(thread));
        let mut candidates: FxHashSet<VarId> = own.map(|(v, _)| VarId(v as u32)).collect();
        let all = accesses.concerned[thread].iter();
        let edges = all.filter_map(|&i| edge(system, accesses, (thread, counter), i, &mut candidates)).collect();
        let mut variables: Vec<VarId> = candidates.into_iter().collect();
        variables.sort_unstable();
        let (live, everywhere) = (FxHashMap::default(), FxHashSet::default());
        let mut result = Liveness { variables, edges, live, everywhere };
        result.solve(system, accesses);
        result
    }

    fn solve(&mut self, system: &System, accesses: &Accesses) {
        let uses = |e: &Edge| {
            let reads = accesses.reads[e.transition].iter().copied();
            reads.filter(|v| self.variables.binary_search(v).is_ok()).collect()
        };
        let flows: Vec<(FxHashSet<VarId>, FxHashSet<VarId>)> =
            self.edges.iter().map(|e| (uses(e), kills(&system.transitions[e.transition]))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            // Backwards, so that most facts arrive in one round.
            for (edge, (uses, kills)) in self.edges.iter().zip(&flows).rev() {
                kulan_control::checkpoint();
                let after = edge.to.and_then(|to| self.live.get(&to)).cloned().unwrap_or_default();
                let live = match edge.from {
                    Some(from) => self.live.entry(from).or_default(),
                    None => &mut self.everywhere,
                };
                let before = live.len();
                live.extend(uses);
                live.extend(after.difference(kills));
                changed |= live.len() != before;
            }
        }
    }

    fn is_live(&self, location: u64, v: VarId) -> bool {
        self.everywhere.contains(&v) || self.live.get(&location).is_some_and(|live| live.contains(&v))
    }

    /// What is dead at the start is zero from the start, so that coming back there leads to the same state.
    fn reset_initial(&self, system: &mut System, counter: VarId) {
        let start = system.variables[counter.index()].initial[0];
        for &v in self.variables.iter().filter(|&&v| !self.is_live(start, v)) {
            system.variables[v.index()].initial.fill(0);
        }
    }

    /// On each edge: what is dead behind it and was not so before, or was written, becomes zero. Returns the transitions
    /// that changed.
    fn reset(&self, system: &mut System) -> Vec<usize> {
        let mut changed = Vec::new();
        for edge in &self.edges {
            let Some(to) = edge.to else { continue };
            for &v in self.variables.iter().filter(|&&v| !self.is_live(to, v)) {
                let written_here = system.transitions[edge.transition].updates.iter().any(|u| written(u) == v);
                let was_live = edge.from.is_some_and(|from| self.is_live(from, v));
                if written_here || was_live {
                    clear(system, edge.transition, v);
                    changed.push(edge.transition);
                }
            }
        }
        changed.dedup();
        changed
    }
}

/// The edge of a thread that a transition is, if it moves the thread or happens at a known location of it. Variables that
/// are read elsewhere, or behind a computed jump, are no candidates.
fn edge(
    system: &System,
    accesses: &Accesses,
    (thread, counter): (usize, VarId),
    index: usize,
    candidates: &mut FxHashSet<VarId>,
) -> Option<Edge> {
    let transition = &system.transitions[index];
    let from = accesses.locations[index].iter().find(|(t, _)| *t == thread).map(|&(_, l)| l);
    let to = match system.exprs.jump(&transition.updates, counter) {
        Jump::Anywhere => {
            candidates.clear();
            return None;
        }
        jump => jump.from(from),
    };
    if from.is_none() && (to.is_none() || transition.thread.index() == thread) {
        // It happens wherever the thread is: what it reads or writes is never dead.
        for v in accesses.reads[index].iter().copied().chain(transition.updates.iter().map(written)) {
            candidates.remove(&v);
        }
        // If it leads the thread to a place, it does so from all others.
        return to.map(|_| Edge { transition: index, from, to });
    }
    if from.is_none() {
        // The thread is started, or brought there from anywhere: what the starter reads of it is not its own yet.
        for v in &accesses.reads[index] {
            candidates.remove(v);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a thread's variable is set to behind its last use, where another step takes the thread back to before that.
    fn after_use(other: &str) -> usize {
        let text = format!(
            "system s process p thread t in p counter pc thread u in p counter qc
            var pc of thread t : u2 = 1 var qc of thread u : u1 var i of thread t : u2 = 2 var x : u2
            transition t {{ when pc == 1 set x = i set pc = 2 }}
            {other}"
        );
        let mut system = kulan_ir::text::parse(&text).expect("a system");
        reset_dead(&mut system);
        system.transitions[0].updates.len()
    }

    #[test]
    fn a_variable_is_live_where_its_thread_may_be_brought_back_to_a_use() {
        // Only there it is set to zero as well.
        assert_eq!(after_use(""), 3);
        assert_eq!(after_use("transition t { when pc == 2 set pc = 3 }"), 3);
        assert_eq!(after_use("transition t { when pc == 2 set pc = 1 }"), 2);
        // By a step that starts anywhere, of its own or of another thread.
        assert_eq!(after_use("transition t { set pc = 1 }"), 2);
        assert_eq!(after_use("transition u { when qc == 0 set pc = 1 set qc = 1 }"), 2);
        assert_eq!(after_use("transition u { when qc == 0 set pc = 1 set i = 3 set qc = 1 }"), 3);
    }
}
