//! Checks what a reduction claims, state by state, against the full space.
//!
//! The checker sees the full graph and the sets, and nothing of how they were found. For each set T chosen in a state s it
//! follows the paths of actions outside T from s and checks on each step x -u-> y:
//!
//! - D1 with its rungs: what of T is enabled in y is enabled in x, and taking it there and u afterwards leads to the same
//!   state;
//! - D2: what of T is enabled in x is enabled in y, for all of T (strong), or for one action enabled in s (weak).
//!
//! On the reduced graph it counts the states that the proviso of the search has to care for. A goal is an action that
//! changes nothing. States with the same set are checked together.

mod graph;
mod paths;

use kulan_ir::TransitionId;

pub use graph::Graph;
use paths::Paths;

/// What a reduction says of its sets.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Claims {
    /// Every enabled member is a key transition, not only one.
    pub strong: bool,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// `member` became enabled, or leads elsewhere, after `outside`: D1 is broken.
    DoesNotCommute {
        /// Where the path begins.
        origin: u32,
        /// The state before the outside step.
        state: u32,
        /// The step outside the set.
        outside: u32,
        /// The member of the set.
        member: u32,
    },
    /// `outside` disabled `member`: D2 is broken.
    Disabled {
        /// Where the path begins.
        origin: u32,
        /// The state before the outside step.
        state: u32,
        /// The step outside the set.
        outside: u32,
        /// The member of the set.
        member: u32,
    },
    /// No member stays enabled: D2w is broken.
    NoKey {
        /// The state.
        state: u32,
    },
}

/// What a validation covered and found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// States of the full space.
    pub states: usize,
    /// States of the reduced space.
    pub reduced: usize,
    /// Different sets.
    pub sets: usize,
    /// States of the reduced space from which key transitions do not lead to one where nothing is left out: there the
    /// search must ensure that nothing is postponed forever, if it looks for errors.
    pub unsettled: usize,
    /// Steps outside a set that were looked at.
    pub steps: u64,
    /// What is wrong, the first of each set.
    pub complaints: Vec<Complaint>,
}

/// Which states the sets are checked at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Those of the reduced space.
    Reduced,
    /// All.
    Full,
}

/// Checks the sets that `choose` gives: bits over actions, given a state.
pub fn validate(graph: &Graph, claims: Claims, scope: Scope, choose: &mut dyn FnMut(&[u32]) -> Vec<u64>) -> Report {
    let count = graph.len();
    // A set that leads nowhere, because a thread that goes on alone loops forever, counts as none: all transitions are
    // taken.
    let mut choose = |s: u32| {
        let set = choose(graph.state(s));
        let leads = graph.edges(s).is_empty() || graph.edges(s).iter().any(|(t, _)| contains(&set, *t));
        if leads { set } else { vec![!0; set.len()] }
    };
    let mut sets: Vec<Option<Vec<u64>>> = vec![None; count];
    let mut reduced = vec![false; count];
    let mut pending = vec![0u32];
    reduced[0] = true;
    while let Some(s) = pending.pop() {
        let set = choose(s);
        let chosen = graph.edges(s).iter().filter(|(t, _)| contains(&set, *t) || graph.has_fallback(s));
        for next in chosen.map(|(_, next)| *next).chain(graph.error(s)) {
            if !std::mem::replace(&mut reduced[next as usize], true) {
                pending.push(next);
            }
        }
        sets[s as usize] = Some(set);
    }
    let mut report = Report { states: count, reduced: reduced.iter().filter(|r| **r).count(), ..Report::default() };
    if scope == Scope::Full {
        for (s, set) in sets.iter_mut().enumerate() {
            set.get_or_insert_with(|| choose(s as u32));
        }
    }
    let mut groups: rustc_hash::FxHashMap<&[u64], Vec<u32>> = rustc_hash::FxHashMap::default();
    for (s, set) in sets.iter().enumerate() {
        if let Some(set) = set
            && !graph.has_fallback(s as u32)
        {
            groups.entry(set).or_default().push(s as u32);
        }
    }
    report.sets = groups.len();
    let mut keys: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut paths = Paths::new(graph);
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, origins)| origins[0]);
    for (set, origins) in groups {
        paths.check(set, &origins, claims, &mut keys, &mut report);
    }
    report.unsettled = unsettled(graph, &sets, &reduced, &keys);
    report
}

/// Whether an action is in a set.
fn contains(set: &[u64], action: u32) -> bool {
    set.get(action as usize / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
}

/// How many reduced states there are from which no key transitions lead to a state where nothing is left out.
fn unsettled(graph: &Graph, sets: &[Option<Vec<u64>>], reduced: &[bool], keys: &[Vec<u32>]) -> usize {
    let count = graph.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut fine = vec![false; count];
    let mut pending = Vec::new();
    for s in (0..count as u32).filter(|&s| reduced[s as usize]) {
        let set = sets[s as usize].as_ref().expect("a reduced state has a set");
        if graph.has_fallback(s) || graph.edges(s).iter().all(|(t, _)| contains(set, *t)) {
            fine[s as usize] = true;
            pending.push(s);
        }
        for (_, next) in graph.edges(s).iter().filter(|(t, _)| keys[s as usize].contains(t)) {
            before[*next as usize].push(s);
        }
    }
    while let Some(s) = pending.pop() {
        for &p in &before[s as usize] {
            if !std::mem::replace(&mut fine[p as usize], true) {
                pending.push(p);
            }
        }
    }
    (0..count).filter(|&s| reduced[s] && !fine[s]).count()
}

/// The transition of an action, unless it is a goal.
pub fn transition(action: u32, transitions: usize) -> Option<TransitionId> {
    ((action as usize) < transitions).then_some(TransitionId(action))
}
