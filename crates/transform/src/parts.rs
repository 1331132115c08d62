//! Transitions taken apart for composition, and the composition of two: one happens right after the other.

use std::ops::{Deref, DerefMut};

use kulan_ir::{After, Check, Expr, ExprId, Exprs, GuardTable, System, Target, Transition, Update};

/// A transition with its guards as expressions; the transition itself has none.
#[derive(Clone, Debug)]
pub struct Parts {
    pub conditions: Vec<ExprId>,
    transition: Transition,
}

impl Deref for Parts {
    type Target = Transition;

    fn deref(&self) -> &Transition {
        &self.transition
    }
}

impl DerefMut for Parts {
    fn deref_mut(&mut self) -> &mut Transition {
        &mut self.transition
    }
}

impl Parts {
    pub fn new(system: &System, transition: &Transition) -> Parts {
        let conditions = transition.guards.iter().map(|g| system.guards[g.index()]).collect();
        Parts { conditions, transition: Transition { guards: Vec::new(), ..transition.clone() } }
    }

    /// Replaces all expressions.
    pub fn map(&mut self, mut f: impl FnMut(ExprId) -> ExprId) {
        self.conditions.iter_mut().for_each(|c| *c = f(*c));
        self.transition.checks.iter_mut().for_each(|c| c.condition = f(c.condition));
        self.transition.updates.iter_mut().for_each(|u| *u = u.map(&mut f));
    }

    /// The transition, unless its guard is plainly false.
    pub fn finish(self, system: &mut System, guards: &mut GuardTable) -> Option<Transition> {
        Some(Transition { guards: guards.split(system, &self.conditions)?, ..self.transition })
    }
}

/// `first`, then `second`; `after` is what holds after `first`.
pub fn then(exprs: &mut Exprs, after: &mut After<'_>, first: &Parts, second: &Parts) -> Parts {
    let mut result = first.clone();
    result.conditions.extend(second.conditions.iter().map(|&c| after.expr(exprs, c)));
    for check in &second.checks {
        result.checks.push(Check { condition: after.expr(exprs, check.condition), ..check.clone() });
    }
    for update in &second.updates {
        let update = after.update(exprs, update);
        push_update(exprs, &mut result.updates, update);
    }
    result.inputs.extend(second.inputs.iter().cloned());
    result.steps.extend(second.steps.iter().cloned());
    result.continues = second.continues;
    result
}

/// Adds an update; one that it makes useless is taken out, and one that keeps the old value is not added.
pub fn push_update(exprs: &Exprs, updates: &mut Vec<Update>, update: Update) {
    let constant_index = update.target.index().is_none_or(|index| exprs.as_const(index).is_some());
    let unchanged = match (update.target, exprs.get(update.value)) {
        (Target::Var(v), Expr::Var(w)) => v == w,
        (Target::Fill(v), Expr::Element(w, index)) => v == w && exprs.get(index) == Expr::Position,
        _ => false,
    };
    let overwrites = |u: &Update| match update.target {
        Target::Fill(v) => u.target.variable() == v,
        target => constant_index && u.target == target,
    };
    updates.retain(|u| !overwrites(u));
    if !unchanged {
        updates.push(update);
    }
}
