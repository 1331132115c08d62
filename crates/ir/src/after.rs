//! What holds after a transition, in terms of the state before it.

use rustc_hash::FxHashMap;

use crate::{BinaryOp, Expr, ExprId, Exprs, Target, Update, VarId};

/// Expresses what holds after a transition in terms of the state before it.
#[derive(Debug)]
pub struct After<'u> {
    updates: &'u [Update],
    memo: FxHashMap<ExprId, ExprId>,
    lengths: &'u [u32],
    /// How many inputs come before those of what happens after.
    inputs: u32,
}

impl<'u> After<'u> {
    /// After `updates`; `lengths` gives the number of elements of each variable.
    pub fn new(updates: &'u [Update], lengths: &'u [u32]) -> After<'u> {
        After { updates, memo: FxHashMap::default(), lengths, inputs: 0 }
    }

    /// Forgets what was asked: for when the expressions that it led to are forgotten.
    pub fn forget(&mut self) {
        self.memo.clear();
    }

    /// The same where the transition has so many inputs: those of what happens after are numbered behind them.
    pub fn behind_inputs(self, inputs: usize) -> After<'u> {
        After { inputs: inputs as u32, ..self }
    }

    /// The expression's value after the transition.
    pub fn expr(&mut self, exprs: &mut Exprs, id: ExprId) -> ExprId {
        let (updates, lengths, inputs) = (self.updates, self.lengths, self.inputs);
        exprs.substitute(id, &mut self.memo, &mut |exprs, read| match read {
            Expr::Var(v) => updates.iter().rev().find(|u| u.target == Target::Var(v)).map(|u| u.value),
            Expr::Element(v, index) => element(exprs, updates, lengths[v.index()], v, index),
            Expr::Input { index, width } => Some(exprs.input(index + inputs, width)),
            _ => None,
        })
    }

    /// The update as it is when it happens after the transition.
    pub fn update(&mut self, exprs: &mut Exprs, update: &Update) -> Update {
        update.map(|e| self.expr(exprs, e))
    }
}

/// An array element after updates: the last write that hits it wins.
fn element(exprs: &mut Exprs, updates: &[Update], length: u32, v: VarId, index: ExprId) -> Option<ExprId> {
    let mut result = None;
    for (target, value) in updates.iter().filter(|u| u.target.variable() == v).map(|u| (u.target, u.value)) {
        let Target::Element(_, at) = target else {
            // What is out of range is zero whatever was written.
            let inside = in_range(exprs, index, length);
            let zero = exprs.constant(exprs.width(value), 0);
            let value = exprs.at_position(value, index);
            result = Some(exprs.ite(inside, value, zero));
            continue;
        };
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
    exprs.binary(BinaryOp::UnsignedLess, index, limit)
}
