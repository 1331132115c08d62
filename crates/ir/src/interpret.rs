//! The reference interpreter: the meaning of the IR, as directly as it can be said.

use std::cell::{OnceCell, RefCell};

use crate::expr::{Bits, Expr, mask};
use crate::{BinaryOp, ByLocation, Evaluation, ExprId, Role, System, Target, ThreadId, TransitionId, Update};

/// A state, unpacked: the values of all variables in order, arrays element by element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Valuation(pub Vec<u64>);

/// What firing a transition gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fired {
    /// The transition.
    pub transition: TransitionId,
    /// The checks that failed, by position, up to the first that does not let the run go on.
    pub failed: Vec<usize>,
    /// The state after it; `None` when the failed check does not let the run go on.
    pub state: Option<Valuation>,
    /// Whether that is the state to which errors lead.
    pub is_error: bool,
}

/// Evaluates expressions and fires transitions of one system.
#[derive(Debug)]
pub struct Interpreter<'a> {
    system: &'a System,
    offsets: Vec<usize>,
    /// The transitions of each thread by location: only those where the threads are can be enabled.
    threads: OnceCell<Vec<ByLocation>>,
    evaluation: RefCell<Evaluation>,
}

/// Where an expression is evaluated.
#[derive(Copy, Clone)]
struct Scene<'s> {
    state: &'s Valuation,
    inputs: &'s [u64],
    /// The index of the element that is being set, if one is.
    position: Option<u64>,
}

impl<'a> Interpreter<'a> {
    /// An interpreter for a system.
    pub fn new(system: &'a System) -> Interpreter<'a> {
        let offsets = system.offsets();
        Interpreter { system, offsets, threads: OnceCell::new(), evaluation: RefCell::default() }
    }

    /// The initial state.
    pub fn initial(&self) -> Valuation {
        Valuation(self.system.variables.iter().flat_map(|v| v.initial.iter().map(|&x| x & mask(v.width))).collect())
    }

    /// The value of an expression that reads no input, zero-extended to 64 bits.
    pub fn evaluate(&self, state: &Valuation, id: ExprId) -> u64 {
        self.evaluate_with(state, id, &[])
    }

    /// The value of an expression, given the inputs of the transition that fires.
    pub fn evaluate_with(&self, state: &Valuation, id: ExprId, inputs: &[u64]) -> u64 {
        self.evaluate_in(Scene { state, inputs, position: None }, id)
    }

    fn evaluate_in(&self, scene: Scene<'_>, id: ExprId) -> u64 {
        let mut evaluation = self.evaluation.borrow_mut();
        evaluation.begin(&self.system.exprs);
        evaluation.value(&self.system.exprs, id, &|read| self.read(scene, read))
    }

    fn read(&self, scene: Scene<'_>, read: Expr<Bits>) -> u64 {
        match read {
            Expr::Input { index, .. } => scene.inputs[index as usize],
            Expr::Position => scene.position.expect("only the value of a fill reads the position"),
            Expr::Var(v) => scene.state.0[self.offsets[v.index()]],
            Expr::Element(v, index) => {
                let in_range = index.value < self.system.variables[v.index()].len() as u64;
                if in_range { scene.state.0[self.offsets[v.index()] + index.value as usize] } else { 0 }
            }
            _ => unreachable!("other operations read nothing"),
        }
    }

    /// Whether a truth value holds.
    pub fn holds(&self, state: &Valuation, id: ExprId) -> bool {
        self.evaluate(state, id) == 1
    }

    /// Whether all guards of a transition hold; says nothing of its role.
    pub fn guards_hold(&self, state: &Valuation, t: TransitionId) -> bool {
        self.system.transition(t).guards.iter().all(|g| self.holds(state, self.system.guards[g.index()]))
    }

    /// The state to which errors lead, if there is one.
    pub fn error_state(&self) -> Option<Valuation> {
        self.system.error_state.as_ref().map(|values| Valuation(values.concat()))
    }

    /// The observers whose guards hold.
    pub fn observers(&self, state: &Valuation) -> Vec<TransitionId> {
        let all = self.system.transition_ids().filter(|&t| self.system.transition(t).is_observer());
        all.filter(|&t| self.guards_hold(state, t)).collect()
    }

    /// The enabled transitions, in order. With a thread, only those of a thread that goes on alone; then a fallback
    /// counts as disabled, because it waits for every thread.
    pub fn enabled(&self, state: &Valuation, alone: Option<ThreadId>) -> Vec<TransitionId> {
        kulan_control::checkpoint();
        if let Some(thread) = alone {
            return self.holding(state, thread, Role::Step);
        }
        let all = |role| {
            let threads = (0..self.system.threads.len() as u32).map(ThreadId);
            let mut found: Vec<_> = threads.flat_map(|thread| self.holding(state, thread, role)).collect();
            found.sort_unstable();
            found
        };
        let ordinary = all(Role::Step);
        if ordinary.is_empty() { all(Role::Fallback) } else { ordinary }
    }

    fn holding(&self, state: &Valuation, thread: ThreadId, role: Role) -> Vec<TransitionId> {
        let here = self.here(state, thread).filter(|&t| self.system.transition(t).role == role);
        let mut found: Vec<_> = here.filter(|&t| self.guards_hold(state, t)).collect();
        found.sort_unstable();
        found
    }

    /// The location of a thread, if it has a program counter.
    pub fn location(&self, state: &Valuation, thread: ThreadId) -> Option<u64> {
        let pc = self.system.threads[thread.index()].program_counter?;
        Some(state.0[self.offsets[pc.index()]])
    }

    /// The transitions of a thread that start at its location, enabled or not.
    pub fn here(&self, state: &Valuation, thread: ThreadId) -> impl Iterator<Item = TransitionId> + '_ {
        let own = &self.threads.get_or_init(|| self.system.by_location(|_| true))[thread.index()];
        let at = self.location(state, thread).map_or(&[][..], |l| own.at(l));
        at.iter().chain(&own.anywhere).copied()
    }

    /// Whether nothing can happen in a state, and the end is not a valid one. A thread that only runs in circles, alone, is
    /// not stuck.
    pub fn is_deadlock(&self, state: &Valuation) -> bool {
        self.enabled(state, None).is_empty() && !self.is_valid_end(state)
    }

    /// Whether a state in which nothing can happen is a valid end.
    pub fn is_valid_end(&self, state: &Valuation) -> bool {
        let end = self.system.valid_end;
        match self.system.exprs.get(end) {
            // One alternative may be much longer than the other. The older one comes first.
            Expr::Binary(BinaryOp::Or, a, b) => self.holds(state, a.min(b)) || self.holds(state, a.max(b)),
            _ => self.holds(state, end),
        }
    }

    /// Applies updates that were all written against `before` and the inputs to `after`.
    pub fn apply(&self, before: &Valuation, inputs: &[u64], updates: &[Update], after: &mut Valuation) {
        for update in updates {
            let value = || self.evaluate_with(before, update.value, inputs);
            match update.target {
                Target::Var(v) => after.0[self.offsets[v.index()]] = value(),
                Target::Fill(v) => {
                    let length = self.system.variables[v.index()].len();
                    let elements = &mut after.0[self.offsets[v.index()]..][..length];
                    if !self.system.exprs.has_position(update.value) {
                        elements.fill(value());
                        continue;
                    }
                    for (position, element) in (0..).zip(elements) {
                        let scene = Scene { state: before, inputs, position: Some(position) };
                        *element = self.evaluate_in(scene, update.value);
                    }
                }
                Target::Element(v, index) => {
                    let i = self.evaluate_with(before, index, inputs);
                    if i < self.system.variables[v.index()].len() as u64 {
                        after.0[self.offsets[v.index()] + i as usize] = value();
                    }
                }
            }
        }
    }

    /// Fires a transition whose guards hold, with these inputs.
    pub fn fire(&self, state: &Valuation, t: TransitionId, inputs: &[u64]) -> Fired {
        let transition = self.system.transition(t);
        let mut failed = Vec::new();
        let mut fatal = false;
        for (i, check) in transition.checks.iter().enumerate() {
            if !fatal && self.evaluate_with(state, check.condition, inputs) != 1 {
                failed.push(i);
                fatal = !check.kind.goes_on();
            }
        }
        let after = if transition.is_observer() {
            None
        } else if fatal {
            self.error_state()
        } else {
            let mut after = state.clone();
            self.apply(state, inputs, &transition.updates, &mut after);
            Some(after)
        };
        Fired { transition: t, failed, is_error: fatal && after.is_some(), state: after }
    }
}
