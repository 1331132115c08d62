//! The reference interpreter: the meaning of the IR, as directly as it can be said.

use crate::{
    CheckKind, ExprId, System, Target, ThreadId, TransitionId, Update, expr::Expr, expr::evaluate_binary, expr::mask,
    expr::signed,
};

/// A state, unpacked: the values of all variables in order, arrays element by element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Valuation(pub Vec<u64>);

/// What firing a transition gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fired {
    /// The transition.
    pub transition: TransitionId,
    /// The first check that failed, by position.
    pub failed: Option<usize>,
    /// The state after it; `None` when the failed check does not let the run go on.
    pub state: Option<Valuation>,
}

/// Evaluates expressions and fires transitions of one system.
#[derive(Debug)]
pub struct Interpreter<'a> {
    system: &'a System,
    offsets: Vec<usize>,
}

impl<'a> Interpreter<'a> {
    /// An interpreter for a system.
    pub fn new(system: &'a System) -> Interpreter<'a> {
        let mut next = 0;
        let offsets = system.variables.iter().map(|v| std::mem::replace(&mut next, next + v.len())).collect();
        Interpreter { system, offsets }
    }

    /// The initial state.
    pub fn initial(&self) -> Valuation {
        Valuation(self.system.variables.iter().flat_map(|v| v.initial.iter().map(|&x| x & mask(v.width))).collect())
    }

    /// The value of an expression, zero-extended to 64 bits.
    pub fn evaluate(&self, state: &Valuation, id: ExprId) -> u64 {
        let width = self.system.exprs.width(id);
        match self.system.exprs.get(id) {
            Expr::Const { bits, .. } => bits,
            Expr::Var(v) => state.0[self.offsets[v.index()]],
            Expr::Element(v, index) => {
                let i = self.evaluate(state, index);
                let in_range = i < self.system.variables[v.index()].len() as u64;
                if in_range { state.0[self.offsets[v.index()] + i as usize] } else { 0 }
            }
            Expr::Not(a) => !self.evaluate(state, a) & mask(width),
            Expr::Neg(a) => self.evaluate(state, a).wrapping_neg() & mask(width),
            Expr::Binary(op, a, b) => {
                let operands = self.system.exprs.width(a);
                evaluate_binary(op, operands, self.evaluate(state, a), self.evaluate(state, b))
            }
            Expr::Ite(c, a, b) => self.evaluate(state, if self.evaluate(state, c) == 1 { a } else { b }),
            Expr::ZeroExtend(_, a) => self.evaluate(state, a),
            Expr::SignExtend(w, a) => signed(self.system.exprs.width(a), self.evaluate(state, a)) as u64 & mask(w),
            Expr::Truncate(w, a) => self.evaluate(state, a) & mask(w),
        }
    }

    /// Whether a truth value holds.
    pub fn holds(&self, state: &Valuation, id: ExprId) -> bool {
        self.evaluate(state, id) == 1
    }

    /// Whether all guards of a transition hold; says nothing of [`crate::Transition::fallback`].
    pub fn guards_hold(&self, state: &Valuation, t: TransitionId) -> bool {
        self.system.transition(t).guards.iter().all(|g| self.holds(state, self.system.guards[g.index()]))
    }

    /// The enabled transitions, in order. With a thread, only those of a thread that goes on alone; then a fallback
    /// counts as disabled, because it waits for every thread.
    pub fn enabled(&self, state: &Valuation, alone: Option<ThreadId>) -> Vec<TransitionId> {
        let holding = |fallback: bool| {
            let ids = self.system.transition_ids();
            ids.filter(|&t| {
                let transition = self.system.transition(t);
                transition.fallback == fallback
                    && alone.is_none_or(|thread| transition.thread == thread)
                    && self.guards_hold(state, t)
            })
            .collect::<Vec<_>>()
        };
        let ordinary = holding(false);
        if ordinary.is_empty() && alone.is_none() { holding(true) } else { ordinary }
    }

    /// Applies updates that were all written against `before` to `after`.
    pub fn apply(&self, before: &Valuation, updates: &[Update], after: &mut Valuation) {
        for update in updates {
            let value = self.evaluate(before, update.value);
            match update.target {
                Target::Var(v) => after.0[self.offsets[v.index()]] = value,
                Target::Element(v, index) => {
                    let i = self.evaluate(before, index);
                    if i < self.system.variables[v.index()].len() as u64 {
                        after.0[self.offsets[v.index()] + i as usize] = value;
                    }
                }
            }
        }
    }

    /// Fires a transition whose guards hold.
    pub fn fire(&self, state: &Valuation, t: TransitionId) -> Fired {
        let transition = self.system.transition(t);
        let failed = transition.checks.iter().position(|c| !self.holds(state, c.condition));
        let fatal = transition.checks.iter().any(|c| !c.kind.goes_on() && !self.holds(state, c.condition));
        let state = (!fatal).then(|| {
            let mut after = state.clone();
            self.apply(state, &transition.updates, &mut after);
            after
        });
        Fired { transition: t, failed, state }
    }

    /// The kind of the failed check of a firing.
    pub fn failure(&self, fired: &Fired) -> Option<CheckKind> {
        fired.failed.map(|i| self.system.transition(fired.transition).checks[i].kind)
    }
}
