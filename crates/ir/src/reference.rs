//! The reference exploration: the whole state space by the interpreter, breadth first, with a plain hash set.
//!
//! It defines what a search counts: a *state* is one in which every thread may go next, and a *transition* is a path from
//! one state to the next, through the unobservable states of a thread that goes on alone. Where such a thread can run in
//! a circle, there may be endlessly many paths: then each unobservable state is entered once, and a transition is a step
//! from one of them to an observable state. A system with transactions wants that in any case.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::{CheckKind, Instance, Interpreter, System, ThreadId, TransitionId, Valuation, inputs};

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
    /// For each of them: the inputs that were chosen.
    pub inputs: Vec<Vec<u64>>,
    /// The state reached.
    pub state: Option<Valuation>,
    /// Failed checks on the way, transition and position, apart from those that an earlier path of the list shares with
    /// this one: each firing counts once.
    pub failures: Vec<(TransitionId, usize)>,
}

/// Which values of inputs are tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// One of each class that the transition does not tell apart: what all engines do. A transition is counted per class.
    Classes,
    /// All of them, for comparison.
    All,
}

impl Choice {
    /// The tuples of inputs with which a transition is fired. A system with too many is not to be explored.
    fn tuples(self, system: &System, t: TransitionId) -> Vec<Vec<u64>> {
        let transition = system.transition(t);
        if transition.inputs.is_empty() {
            return vec![Vec::new()];
        }
        let all = || inputs::all_tuples(transition).expect("few enough values to try them all");
        match self {
            Choice::Classes => inputs::tuples(system, t).expect("few enough classes of inputs"),
            Choice::All => all(),
        }
    }
}

/// The successors of a state.
pub fn successors(interpreter: &Interpreter, system: &System, state: &Valuation) -> Vec<Path> {
    successors_with(interpreter, system, state, Choice::Classes)
}

/// As [`successors`], but only those that were found when `stop` said to stop: a thread that goes on alone can do so for
/// very long.
pub fn successors_until(
    interpreter: &Interpreter,
    system: &System,
    state: &Valuation,
    stop: &dyn Fn() -> bool,
) -> Vec<Path> {
    walk(interpreter, system, state, Choice::Classes, stop)
}

/// The successors of a state, by these inputs.
pub fn successors_with(interpreter: &Interpreter, system: &System, state: &Valuation, choice: Choice) -> Vec<Path> {
    walk(interpreter, system, state, choice, &|| false)
}

fn walk(
    interpreter: &Interpreter,
    system: &System,
    state: &Valuation,
    choice: Choice,
    stop: &dyn Fn() -> bool,
) -> Vec<Path> {
    let mut walk = Walk::new(interpreter, system, choice);
    walk.enter(state.clone(), None);
    while !walk.levels.is_empty() && !stop() {
        walk.step();
    }
    walk.out
}

/// The checks of observers that fail in a state.
pub fn observed(interpreter: &Interpreter, state: &Valuation) -> Vec<(TransitionId, usize)> {
    let observers = interpreter.observers(state).into_iter();
    observers.flat_map(|t| interpreter.fire(state, t, &[]).failed.into_iter().map(move |check| (t, check))).collect()
}

/// A state on the way, with the transitions to follow from there.
struct Level {
    state: Valuation,
    /// The thread that goes on alone here.
    alone: Option<ThreadId>,
    /// Transitions with the inputs to fire them with.
    enabled: std::vec::IntoIter<(TransitionId, Vec<u64>)>,
    /// How many failures there were when the transition was fired that is being followed.
    failures: usize,
}

/// The paths from a state, depth first. A path can be too long for recursion.
struct Walk<'w> {
    interpreter: &'w Interpreter<'w>,
    system: &'w System,
    choice: Choice,
    levels: Vec<Level>,
    /// Unobservable states on the path, or all that were entered.
    on_path: HashSet<(ThreadId, Valuation)>,
    /// There is a loop behind the first transition: each state is entered once.
    once: bool,
    /// After the first transition: how many paths there were, and what had failed.
    begin: (usize, Vec<(TransitionId, usize)>),
    /// The transitions fired and their inputs, one for each level but the last.
    transitions: Vec<TransitionId>,
    inputs: Vec<Vec<u64>>,
    /// What failed on the way and is on no path of the list yet.
    failures: Vec<(TransitionId, usize)>,
    out: Vec<Path>,
}

impl<'w> Walk<'w> {
    fn new(interpreter: &'w Interpreter<'w>, system: &'w System, choice: Choice) -> Walk<'w> {
        let (levels, on_path, transitions, inputs) = (Vec::new(), HashSet::new(), Vec::new(), Vec::new());
        let (failures, out) = (Vec::new(), Vec::new());
        let (once, begin) = (system.enters_once, (0, Vec::new()));
        Walk { interpreter, system, choice, levels, on_path, once, begin, transitions, inputs, failures, out }
    }

    /// Adds the path so far to the list.
    fn end(&mut self, state: Option<Valuation>) {
        let failures = std::mem::take(&mut self.failures);
        self.out.push(Path { transitions: self.transitions.clone(), inputs: self.inputs.clone(), state, failures });
    }

    fn enter(&mut self, state: Valuation, alone: Option<ThreadId>) {
        let enabled = self.interpreter.enabled(&state, alone);
        if alone.is_some() && enabled.is_empty() {
            self.end(Some(state));
        } else if alone.is_some_and(|thread| !self.on_path.insert((thread, state.clone()))) {
            if !self.once {
                self.begin_again();
            } else if !self.failures.is_empty() {
                self.end(None); // what failed on the way counts
            }
        } else {
            let tuples = |t| self.choice.tuples(self.system, t).into_iter().map(move |inputs| (t, inputs));
            let enabled: Vec<_> = enabled.into_iter().flat_map(tuples).collect();
            let enabled = enabled.into_iter();
            self.levels.push(Level { state, alone, enabled, failures: self.failures.len() });
        }
    }

    /// A loop was met: follows the first transition again, entering each state once.
    fn begin_again(&mut self) {
        self.levels.truncate(2);
        let first = self.levels.pop().expect("a loop has a state in it");
        self.transitions.truncate(1);
        self.inputs.truncate(1);
        self.out.truncate(self.begin.0);
        self.failures.clone_from(&self.begin.1);
        self.on_path.clear();
        self.once = true;
        self.enter(first.state, first.alone);
    }

    /// Follows the next transition of the last level, or leaves it.
    fn step(&mut self) {
        self.transitions.truncate(self.levels.len() - 1);
        self.inputs.truncate(self.levels.len() - 1);
        let level = self.levels.last_mut().expect("there is a level to go on from");
        self.failures.truncate(level.failures);
        let Some((t, inputs)) = level.enabled.next() else {
            let left = self.levels.pop().expect("there is a level");
            if let (Some(thread), false) = (left.alone, self.once) {
                self.on_path.remove(&(thread, left.state));
            }
            return;
        };
        level.failures = self.failures.len();
        let fired = self.interpreter.fire(&level.state, t, &inputs);
        self.transitions.push(t);
        self.inputs.push(inputs);
        self.failures.extend(fired.failed.iter().map(|&f| (t, f)));
        if self.levels.len() == 1 {
            self.once = self.system.enters_once;
            self.on_path.clear();
            self.begin = (self.out.len(), self.failures.clone());
        }
        match (fired.state, self.system.transition(t).continues.filter(|_| !fired.is_error)) {
            (state, None) => self.end(state),
            (None, Some(_)) => self.end(None),
            (Some(next), Some(thread)) => self.enter(next, Some(thread)),
        }
    }
}

/// Explores everything, up to `limit` states.
pub fn explore(system: &System, limit: u64) -> Counts {
    explore_with(system, limit, Choice::Classes)
}

/// Explores everything, up to `limit` states, by these inputs.
pub fn explore_with(system: &System, limit: u64, choice: Choice) -> Counts {
    let interpreter = Interpreter::new(system);
    let mut counts = Counts::default();
    let mut seen: HashMap<Valuation, ()> = HashMap::new();
    let mut level = vec![interpreter.initial()];
    seen.insert(level[0].clone(), ());
    while !level.is_empty() {
        let mut next_level = Vec::new();
        for state in level {
            let paths = successors_with(&interpreter, system, &state, choice);
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
