//! The reference exploration: the whole state space by the interpreter, breadth first, with a plain hash set.
//!
//! It defines what a search counts: a *state* is one in which every thread may go next, and a *transition* is a path from
//! one state to the next, through the unobservable states of a thread that goes on alone.

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

/// The successors of a state, by these inputs.
pub fn successors_with(interpreter: &Interpreter, system: &System, state: &Valuation, choice: Choice) -> Vec<Path> {
    let mut paths = Vec::new();
    let start = Path { transitions: Vec::new(), inputs: Vec::new(), state: None, failures: Vec::new() };
    let mut on_path = HashSet::new();
    let engine = Engine { interpreter, system, choice };
    engine.extend(state, None, start, &mut on_path, &mut paths);
    paths
}

struct Engine<'a> {
    interpreter: &'a Interpreter<'a>,
    system: &'a System,
    choice: Choice,
}

/// The checks of observers that fail in a state.
pub fn observed(interpreter: &Interpreter, state: &Valuation) -> Vec<(TransitionId, usize)> {
    let observers = interpreter.observers(state).into_iter();
    observers.flat_map(|t| interpreter.fire(state, t, &[]).failed.into_iter().map(move |check| (t, check))).collect()
}

impl Engine<'_> {
    fn extend(
        &self,
        state: &Valuation,
        alone: Option<ThreadId>,
        mut so_far: Path,
        on_path: &mut HashSet<Valuation>,
        out: &mut Vec<Path>,
    ) {
        let enabled = self.interpreter.enabled(state, alone);
        if enabled.is_empty() && alone.is_some() {
            out.push(Path { state: Some(state.clone()), ..so_far });
            return;
        }
        if alone.is_some() && !on_path.insert(state.clone()) {
            // A thread that runs alone in circles reaches nothing, but what failed on the way counts.
            out.extend(Some(so_far).filter(|p| !p.failures.is_empty()));
            return;
        }
        for t in enabled {
            for inputs in self.choice.tuples(self.system, t) {
                let before = out.len();
                self.fire(state, (t, inputs), so_far.clone(), on_path, out);
                if out.len() > before {
                    so_far.failures.clear();
                }
            }
        }
        if alone.is_some() {
            on_path.remove(state);
        }
    }

    fn fire(
        &self,
        state: &Valuation,
        (t, inputs): (TransitionId, Vec<u64>),
        mut path: Path,
        on_path: &mut HashSet<Valuation>,
        out: &mut Vec<Path>,
    ) {
        let fired = self.interpreter.fire(state, t, &inputs);
        path.transitions.push(t);
        path.inputs.push(inputs);
        path.failures.extend(fired.failed.iter().map(|&f| (t, f)));
        match (fired.state, self.system.transition(t).continues.filter(|_| !fired.is_error)) {
            (None, _) => out.push(path),
            (Some(next), None) => out.push(Path { state: Some(next), ..path }),
            (Some(next), Some(thread)) => self.extend(&next, Some(thread), path, on_path, out),
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
            if paths.is_empty() && !interpreter.holds(&state, system.valid_end) {
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
