//! A system walked one transition at a time, by the interpreter.

use kulan_ir::{Check, Interpreter, Source, System, ThreadId, TransitionId, Valuation};

use crate::Firing;

/// Where a run stands: a state, and the thread that goes on alone while it can.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The values.
    pub state: Valuation,
    /// The thread within its atomic sequence.
    pub alone: Option<ThreadId>,
}

/// The result of a step.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// The checks that failed, by position.
    pub failed: Vec<usize>,
    /// The position of the run now; `None` when the failure ends it.
    pub next: Option<Position>,
    /// Whether that is where errors lead.
    pub is_error: bool,
}

/// Fires transitions of one system, one by one.
#[derive(Debug)]
pub struct Explorer<'a> {
    system: &'a System,
    interpreter: Interpreter<'a>,
    /// Index of each variable's first value in a state.
    offsets: Vec<usize>,
}

impl<'a> Explorer<'a> {
    /// An explorer of a system.
    pub fn new(system: &'a System) -> Explorer<'a> {
        Explorer { system, interpreter: Interpreter::new(system), offsets: system.offsets() }
    }

    /// The system.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// The interpreter.
    pub fn interpreter(&self) -> &Interpreter<'a> {
        &self.interpreter
    }

    /// Index of a variable's first value in a state.
    pub fn offset(&self, variable: usize) -> usize {
        self.offsets[variable]
    }

    /// The initial position.
    pub fn start(&self) -> Position {
        Position { state: self.interpreter.initial(), alone: None }
    }

    /// The location of a thread, if it has a program counter.
    pub fn location(&self, state: &Valuation, thread: ThreadId) -> Option<u64> {
        self.interpreter.location(state, thread)
    }

    /// Where a thread stands in the source.
    pub fn source(&self, state: &Valuation, thread: ThreadId) -> Option<Source> {
        let location = self.location(state, thread)? as usize;
        let known = self.system.threads[thread.index()].locations.get(location).and_then(|l| l.source);
        known.or_else(|| {
            let mut here = self.here(state, thread).filter_map(|t| self.system.transition(t).steps.first());
            here.find_map(|s| s.source)
        })
    }

    /// The functions that are active where a thread is, innermost first.
    pub fn frames(&self, state: &Valuation, thread: ThreadId) -> &[kulan_ir::Frame] {
        let location = self.location(state, thread).and_then(|l| {
            let locations = &self.system.threads[thread.index()].locations;
            locations.get(l as usize)
        });
        location.map_or(&[], |l| &l.frames)
    }

    /// Whether a thread has started and not ended.
    pub fn runs(&self, state: &Valuation, thread: ThreadId) -> bool {
        let idle = self.system.threads[thread.index()].idle;
        idle.is_none() || self.location(state, thread) != idle
    }

    /// The transitions of a thread that start at its location, enabled or not.
    pub fn here(&self, state: &Valuation, thread: ThreadId) -> impl Iterator<Item = TransitionId> + '_ {
        self.interpreter.here(state, thread)
    }

    /// The enabled transitions, in order.
    pub fn enabled(&self, position: &Position) -> Vec<TransitionId> {
        let alone = position.alone.map(|thread| self.interpreter.enabled(&position.state, Some(thread)));
        let own = alone.filter(|own| !own.is_empty());
        own.unwrap_or_else(|| self.interpreter.enabled(&position.state, None))
    }

    /// The enabled transitions, each with all inputs that it tells apart.
    pub fn choices(&self, position: &Position) -> Vec<Firing> {
        let choices = |t| self.tuples(t).into_iter().map(move |inputs| (t, inputs));
        self.enabled(position).into_iter().flat_map(choices).collect()
    }

    /// Inputs of a transition, one tuple of each class; where these are too many, the smallest values.
    pub fn tuples(&self, t: TransitionId) -> Vec<Vec<u64>> {
        let smallest = || vec![self.system.transition(t).inputs.iter().map(|i| i.low).collect()];
        kulan_ir::inputs::tuples(self.system, t).unwrap_or_else(|_| smallest())
    }

    /// Fires an enabled transition with these inputs.
    pub fn step(&self, position: &Position, t: TransitionId, inputs: &[u64]) -> Stepped {
        let fired = self.interpreter.fire(&position.state, t, inputs);
        let alone = self.system.transition(t).continues.filter(|_| !fired.is_error);
        let next = fired.state.map(|state| Position { state, alone });
        Stepped { failed: fired.failed, next, is_error: fired.is_error }
    }

    /// The observers of a position that report a violation.
    pub fn observers(&self, position: &Position) -> Vec<TransitionId> {
        if self.is_observable(position) { self.interpreter.observers(&position.state) } else { Vec::new() }
    }

    /// Whether a state is one between which a search steps: no thread goes on alone.
    pub fn is_observable(&self, position: &Position) -> bool {
        position.alone.is_none_or(|thread| self.interpreter.enabled(&position.state, Some(thread)).is_empty())
    }

    /// Whether nothing can happen, and the end is not a valid one.
    pub fn is_deadlock(&self, position: &Position) -> bool {
        self.enabled(position).is_empty() && !self.interpreter.is_valid_end(&position.state)
    }

    /// A check.
    pub fn check(&self, t: TransitionId, check: usize) -> &'a Check {
        &self.system.transition(t).checks[check]
    }
}
