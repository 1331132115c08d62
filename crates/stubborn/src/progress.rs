//! Which transitions lead their thread on: on each cycle of states some transition does not.

use kulan_ir::{System, Transition, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// By transition: whether it leads its thread on, in an order of the thread's locations.
///
/// A transition that leads on changes the program counter of its own thread only. So a cycle of states needs one that does
/// not, whatever threads take part: those are where transactions end, as at a location feedback set.
#[derive(Clone, Debug)]
pub struct Progress(Vec<bool>);

impl Progress {
    /// Orders the locations of each thread such that few transitions lead back: as depth-first search leaves them.
    pub fn new(system: &System) -> Progress {
        let counters: FxHashSet<VarId> = system.threads.iter().filter_map(|t| t.program_counter).collect();
        let jumps: Vec<Option<(u64, u64)>> = system.transitions.iter().map(|t| jump(system, &counters, t)).collect();
        let mut next: Vec<FxHashMap<u64, Vec<u64>>> = vec![FxHashMap::default(); system.threads.len()];
        for (transition, jump) in system.transitions.iter().zip(&jumps) {
            if let Some((from, to)) = jump {
                next[transition.thread.index()].entry(*from).or_default().push(*to);
            }
        }
        let order: Vec<FxHashMap<u64, usize>> = next.iter().map(left_in).collect();
        let leads_on = system.transitions.iter().zip(&jumps).map(|(transition, jump)| {
            let order = &order[transition.thread.index()];
            jump.is_some_and(|(from, to)| order[&to] < order[&from])
        });
        Progress(leads_on.collect())
    }

    /// Whether a transition leads its thread on.
    pub fn leads_on(&self, transition: u32) -> bool {
        self.0[transition as usize]
    }
}

/// From where to where a transition leads its thread, if it moves no other and others see what is in between.
fn jump(system: &System, counters: &FxHashSet<VarId>, transition: &Transition) -> Option<(u64, u64)> {
    let counter = system.threads[transition.thread.index()].program_counter?;
    let from = system.location_of(transition)?;
    let to = system.exprs.jump(&transition.updates, counter).from(Some(from))?;
    let moves = |v: VarId| v != counter && counters.contains(&v);
    let alone = !transition.updates.iter().any(|u| moves(u.target.variable()));
    (alone && transition.continues.is_none() && !transition.is_fallback()).then_some((from, to))
}

/// The order in which depth-first search leaves locations.
fn left_in(next: &FxHashMap<u64, Vec<u64>>) -> FxHashMap<u64, usize> {
    let mut roots: Vec<u64> = next.keys().copied().collect();
    roots.sort_unstable();
    let (mut met, mut left) = (FxHashSet::default(), FxHashMap::default());
    for root in roots {
        if !met.insert(root) {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((location, tried)) = path.last_mut() {
            let location = *location;
            match next.get(&location).and_then(|to| to.get(*tried)) {
                Some(&to) => {
                    *tried += 1;
                    if met.insert(to) {
                        path.push((to, 0));
                    }
                }
                None => {
                    left.insert(location, left.len());
                    path.pop();
                }
            }
        }
    }
    left
}
