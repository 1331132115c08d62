//! Transitions taken apart for composition, and the composition of two: one happens right after the other.

use kulan_ir::{Check, Expr, ExprId, Exprs, GuardTable, Step, System, Target, ThreadId, Transition, Update, VarId};
use rustc_hash::FxHashMap;

/// A transition with its guards as expressions.
#[derive(Clone, Debug)]
pub struct Parts {
    pub thread: ThreadId,
    pub conditions: Vec<ExprId>,
    pub fallback: bool,
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
            fallback: transition.fallback,
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
            fallback: self.fallback,
            checks: self.checks,
            updates: self.updates,
            continues: self.continues,
            steps: self.steps,
        })
    }
}

/// Expresses what holds after a transition in terms of the state before it.
pub struct After<'p> {
    updates: &'p [Update],
    memo: FxHashMap<ExprId, ExprId>,
    lengths: &'p [u32],
}

impl<'p> After<'p> {
    /// After `parts`; `lengths` gives the number of elements of each variable.
    pub fn new(parts: &'p Parts, lengths: &'p [u32]) -> After<'p> {
        After { updates: &parts.updates, memo: FxHashMap::default(), lengths }
    }

    /// The expression's value after the transition.
    pub fn expr(&mut self, exprs: &mut Exprs, id: ExprId) -> ExprId {
        let (updates, lengths) = (self.updates, self.lengths);
        exprs.substitute(id, &mut self.memo, &mut |exprs, v, index| match index {
            None => updates.iter().rev().find(|u| u.target == Target::Var(v)).map(|u| u.value),
            Some(index) => element(exprs, updates, lengths[v.index()], v, index),
        })
    }

    fn update(&mut self, exprs: &mut Exprs, update: &Update) -> Update {
        let target = match update.target {
            Target::Var(v) => Target::Var(v),
            Target::Element(v, index) => Target::Element(v, self.expr(exprs, index)),
        };
        Update { target, value: self.expr(exprs, update.value) }
    }

    /// `first`, then `second`.
    pub fn then(&mut self, exprs: &mut Exprs, first: &Parts, second: &Parts) -> Parts {
        let mut result = first.clone();
        result.conditions.extend(second.conditions.iter().map(|&c| self.expr(exprs, c)));
        for check in &second.checks {
            result.checks.push(Check { condition: self.expr(exprs, check.condition), ..check.clone() });
        }
        for update in &second.updates {
            let update = self.update(exprs, update);
            push_update(exprs, &mut result.updates, update);
        }
        result.steps.extend(second.steps.iter().cloned());
        result.continues = second.continues;
        result
    }
}

/// An array element after updates: the last write that hits it wins.
fn element(exprs: &mut Exprs, updates: &[Update], length: u32, v: VarId, index: ExprId) -> Option<ExprId> {
    let writes = updates.iter().filter_map(|u| match u.target {
        Target::Element(w, at) if w == v => Some((at, u.value)),
        _ => None,
    });
    let mut result = None;
    for (at, value) in writes {
        let old = result.unwrap_or_else(|| {
            let width = exprs.width(value);
            exprs.element(v, width, index)
        });
        let same = same_index(exprs, at, index);
        // A write out of range does not happen.
        let inside = in_range(exprs, at, length);
        let hit = exprs.and(same, inside);
        result = Some(exprs.ite(hit, value, old));
    }
    result
}

fn same_index(exprs: &mut Exprs, a: ExprId, b: ExprId) -> ExprId {
    let width = exprs.width(a).max(exprs.width(b));
    let (a, b) = (exprs.zero_extend(width, a), exprs.zero_extend(width, b));
    exprs.eq(a, b)
}

fn in_range(exprs: &mut Exprs, index: ExprId, length: u32) -> ExprId {
    if exprs.upper_bound(index) < u64::from(length) {
        return exprs.bool(true);
    }
    let limit = exprs.constant(exprs.width(index), u64::from(length));
    exprs.binary(kulan_ir::BinaryOp::UnsignedLess, index, limit)
}

/// Adds an update; one that it makes useless is taken out, and one that keeps the old value is not added.
pub fn push_update(exprs: &Exprs, updates: &mut Vec<Update>, update: Update) {
    let constant_index = match update.target {
        Target::Var(_) => true,
        Target::Element(_, index) => exprs.as_const(index).is_some(),
    };
    let unchanged = match (update.target, exprs.get(update.value)) {
        (Target::Var(v), Expr::Var(w)) => v == w,
        _ => false,
    };
    if constant_index {
        // A computed index written in between might hit the same element, so only an unbroken run is cleaned up.
        let touches = |u: &Update| match (u.target, update.target) {
            (Target::Element(v, i), Target::Element(w, _)) => v == w && exprs.as_const(i).is_none(),
            _ => false,
        };
        if !updates.iter().any(touches) {
            updates.retain(|u| u.target != update.target);
        }
    }
    if !unchanged {
        updates.push(update);
    }
}
