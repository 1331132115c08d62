//! What holds after a transition, in terms of the state before it.

use rustc_hash::FxHashMap;

use crate::{BinaryOp, ExprId, Exprs, Target, Update, VarId};

/// Expresses what holds after a transition in terms of the state before it.
#[derive(Debug)]
pub struct After<'u> {
    updates: &'u [Update],
    memo: FxHashMap<ExprId, ExprId>,
    lengths: &'u [u32],
}

impl<'u> After<'u> {
    /// After `updates`; `lengths` gives the number of elements of each variable.
    pub fn new(updates: &'u [Update], lengths: &'u [u32]) -> After<'u> {
        After { updates, memo: FxHashMap::default(), lengths }
    }

    /// The expression's value after the transition.
    pub fn expr(&mut self, exprs: &mut Exprs, id: ExprId) -> ExprId {
        let (updates, lengths) = (self.updates, self.lengths);
        exprs.substitute(id, &mut self.memo, &mut |exprs, v, index| match index {
            None => updates.iter().rev().find(|u| u.target == Target::Var(v)).map(|u| u.value),
            Some(index) => element(exprs, updates, lengths[v.index()], v, index),
        })
    }

    /// The update as it is when it happens after the transition.
    pub fn update(&mut self, exprs: &mut Exprs, update: &Update) -> Update {
        let target = update.target.map_index(|index| self.expr(exprs, index));
        Update { target, value: self.expr(exprs, update.value) }
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
