//! The reference exploration: the whole state space by the interpreter, breadth first, with a plain hash set.
//!
//! It defines what a search counts: a *state* is one in which every thread may go next, and a *transition* is a path from
//! one state to the next, through the unobservable states of a thread that goes on alone.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::{CheckKind, Instance, Interpreter, System, ThreadId, TransitionId, Valuation};

/// What an exploration found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// States reached.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// States without successor whose end is not valid.
    pub deadlocks: u64,
    /// Failed checks by kind, once per firing.
    pub failures: BTreeMap<CheckKind, u64>,
    /// The message of the first failed check of each kind.
    pub messages: BTreeMap<CheckKind, String>,
    /// The first instance that was missing.
    pub missing: Option<Instance>,
    /// Whether the limit was reached first.
    pub cut: bool,
}

impl Counts {
    fn failed(&mut self, system: &System, (t, check): (TransitionId, usize)) {
        let check = &system.transition(t).checks[check];
        *self.failures.entry(check.kind).or_default() += 1;
        self.missing = self.missing.or(check.instance);
        self.messages.entry(check.kind).or_insert_with(|| check.message.clone());
    }
}

/// What lies between a state and one of its successors: the transitions fired, and the state reached. Without the state,
/// the last transition failed a check that does not let the run go on, or a check failed on the way into a circle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The transitions in order.
    pub transitions: Vec<TransitionId>,
    /// The state reached.
    pub state: Option<Valuation>,
    /// Failed checks on the way, transition and position, apart from those that an earlier path of the list shares with
    /// this one: each firing counts once.
    pub failures: Vec<(TransitionId, usize)>,
}

/// The successors of a state.
pub fn successors(interpreter: &Interpreter, system: &System, state: &Valuation) -> Vec<Path> {
    successors_until(interpreter, system, state, &|| false)
}

/// As [`successors`], but only those that were found when `stop` said to stop: a thread that goes on alone can do so for
/// very long.
pub fn successors_until(
    interpreter: &Interpreter,
    system: &System,
    state: &Valuation,
    stop: &dyn Fn() -> bool,
) -> Vec<Path> {
    let mut walk = Walk::new(interpreter, system);
    walk.enter(state.clone(), None);
    while !walk.levels.is_empty() && !stop() {
        walk.step();
    }
    walk.out
}

/// The checks of observers that fail in a state.
pub fn observed(interpreter: &Interpreter, state: &Valuation) -> Vec<(TransitionId, usize)> {
    let observers = interpreter.observers(state).into_iter();
    observers.flat_map(|t| interpreter.fire(state, t).failed.into_iter().map(move |check| (t, check))).collect()
}

/// A state on the way, with the transitions to follow from there.
struct Level {
    state: Valuation,
    /// Whether a thread goes on alone here.
    alone: bool,
    enabled: std::vec::IntoIter<TransitionId>,
    /// How many failures there were when the transition was fired that is being followed.
    failures: usize,
}

/// The paths from a state, depth first. A path can be too long for recursion.
struct Walk<'w> {
    interpreter: &'w Interpreter<'w>,
    system: &'w System,
    levels: Vec<Level>,
    on_path: HashSet<Valuation>,
    /// The transitions fired, one for each level but the last.
    transitions: Vec<TransitionId>,
    /// What failed on the way and is on no path of the list yet.
    failures: Vec<(TransitionId, usize)>,
    out: Vec<Path>,
}

impl<'w> Walk<'w> {
    fn new(interpreter: &'w Interpreter<'w>, system: &'w System) -> Walk<'w> {
        let (levels, on_path) = (Vec::new(), HashSet::new());
        Walk { interpreter, system, levels, on_path, transitions: Vec::new(), failures: Vec::new(), out: Vec::new() }
    }

    /// Adds the path so far to the list.
    fn end(&mut self, state: Option<Valuation>) {
        let failures = std::mem::take(&mut self.failures);
        self.out.push(Path { transitions: self.transitions.clone(), state, failures });
    }

    fn enter(&mut self, state: Valuation, alone: Option<ThreadId>) {
        let enabled = self.interpreter.enabled(&state, alone);
        if alone.is_some() && enabled.is_empty() {
            self.end(Some(state));
        } else if alone.is_some() && !self.on_path.insert(state.clone()) {
            // A thread that runs alone in circles reaches nothing, but what failed on the way counts.
            if !self.failures.is_empty() {
                self.end(None);
            }
        } else {
            let enabled = enabled.into_iter();
            self.levels.push(Level { state, alone: alone.is_some(), enabled, failures: self.failures.len() });
        }
    }

    /// Follows the next transition of the last level, or leaves it.
    fn step(&mut self) {
        self.transitions.truncate(self.levels.len() - 1);
        let level = self.levels.last_mut().expect("there is a level to go on from");
        self.failures.truncate(level.failures);
        let Some(t) = level.enabled.next() else {
            let left = self.levels.pop().expect("there is a level");
            if left.alone {
                self.on_path.remove(&left.state);
            }
            return;
        };
        level.failures = self.failures.len();
        let fired = self.interpreter.fire(&level.state, t);
        self.transitions.push(t);
        self.failures.extend(fired.failed.iter().map(|&f| (t, f)));
        match (fired.state, self.system.transition(t).continues.filter(|_| !fired.is_error)) {
            (state, None) => self.end(state),
            (None, Some(_)) => self.end(None),
            (Some(next), Some(thread)) => self.enter(next, Some(thread)),
        }
    }
}

/// Explores everything, up to `limit` states.
pub fn explore(system: &System, limit: u64) -> Counts {
    let interpreter = Interpreter::new(system);
    let mut counts = Counts::default();
    let mut seen: HashMap<Valuation, ()> = HashMap::new();
    let mut level = vec![interpreter.initial()];
    seen.insert(level[0].clone(), ());
    while !level.is_empty() {
        let mut next_level = Vec::new();
        for state in level {
            let paths = successors(&interpreter, system, &state);
            if paths.is_empty() && interpreter.is_deadlock(&state) {
                counts.deadlocks += 1;
            }
            for failure in observed(&interpreter, &state) {
                counts.failed(system, failure);
            }
            for path in paths {
                path.failures.iter().for_each(|&failure| counts.failed(system, failure));
                let Some(next) = path.state else { continue };
                counts.transitions += 1;
                if seen.insert(next.clone(), ()).is_none() {
                    next_level.push(next);
                }
            }
            if seen.len() as u64 > limit {
                counts.cut = true;
                counts.states = seen.len() as u64;
                return counts;
            }
        }
        level = next_level;
    }
    counts.states = seen.len() as u64;
    counts
}
