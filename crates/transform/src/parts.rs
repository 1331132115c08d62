//! Transitions taken apart for composition, and the composition of two: one happens right after the other.

use kulan_ir::{
    After, Check, Expr, ExprId, Exprs, GuardTable, Input, Role, Step, System, Target, ThreadId, Transition, Update,
};

/// A transition with its guards as expressions.
#[derive(Clone, Debug)]
pub struct Parts {
    pub thread: ThreadId,
    pub conditions: Vec<ExprId>,
    pub role: Role,
    pub inputs: Vec<Input>,
    pub checks: Vec<Check>,
    pub updates: Vec<Update>,
    pub continues: Option<ThreadId>,
    pub steps: Vec<Step>,
}

impl Parts {
    pub fn new(system: &System, transition: &Transition) -> Parts {
        Parts {
            thread: transition.thread,
            conditions: transition.guards.iter().map(|g| system.guards[g.index()]).collect(),
            role: transition.role,
            inputs: transition.inputs.clone(),
            checks: transition.checks.clone(),
            updates: transition.updates.clone(),
            continues: transition.continues,
            steps: transition.steps.clone(),
        }
    }

    /// The transition, unless its guard is plainly false.
    pub fn finish(self, system: &mut System, guards: &mut GuardTable) -> Option<Transition> {
        Some(Transition {
            thread: self.thread,
            guards: guards.split(system, &self.conditions)?,
            role: self.role,
            inputs: self.inputs,
            checks: self.checks,
            updates: self.updates,
            continues: self.continues,
            steps: self.steps,
        })
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
