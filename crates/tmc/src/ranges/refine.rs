//! What a condition says about the values of the variables in it.

use super::View;
use crate::hir::{Assignee, Expr, ExprKind};
use crate::operator::{BinaryOp, UnaryOp};
use crate::values::Values;

impl View {
    /// Leaves out values with which the condition cannot be true (or false); tells whether some are left.
    pub(super) fn assume(&mut self, e: &Expr, truth: bool) -> bool {
        match &e.kind {
            ExprKind::Unary(UnaryOp::Not, a) => return self.assume(a, !truth),
            ExprKind::Binary(BinaryOp::And, a, b) if truth => return self.assume(a, true) && self.assume(b, true),
            ExprKind::Binary(BinaryOp::Or, a, b) if !truth => return self.assume(a, false) && self.assume(b, false),
            ExprKind::Binary(op, a, b) => {
                self.compare(*op, a, b, truth);
                self.compare(mirrored(*op), b, a, truth);
            }
            _ => {}
        }
        for place in variables(e) {
            let before = self.values(place).clone();
            let mut kept = before.clone();
            kept.retain(|&value| {
                *self.values(place) = Values::constant(value);
                self.evaluate(e).can_be(truth)
            });
            *self.values(place) = kept;
        }
        self.evaluate(e).can_be(truth) && variables(e).into_iter().all(|place| !self.values(place).is_empty())
    }

    /// Bounds of a variable on the left of a comparison that holds, or does not.
    fn compare(&mut self, op: BinaryOp, a: &Expr, b: &Expr, truth: bool) {
        let Some(place) = as_variable(a) else { return };
        let Some((low, high)) = self.evaluate(b).bounds() else { return };
        let (low, high) = match (op, truth) {
            (BinaryOp::Equal, true) | (BinaryOp::Unequal, false) => (low, high),
            (BinaryOp::Less, true) | (BinaryOp::GreaterEqual, false) => (i32::MIN, high.saturating_sub(1)),
            (BinaryOp::LessEqual, true) | (BinaryOp::Greater, false) => (i32::MIN, high),
            (BinaryOp::Greater, true) | (BinaryOp::LessEqual, false) => (low.saturating_add(1), i32::MAX),
            (BinaryOp::GreaterEqual, true) | (BinaryOp::Less, false) => (low, i32::MAX),
            _ => return,
        };
        self.values(place).clamp(low, high);
    }

    fn values(&mut self, place: Assignee) -> &mut Values {
        match place {
            Assignee::Shared(variable) => &mut self.shared[variable],
            Assignee::Local(variable) => &mut self.locals[variable],
        }
    }
}

fn as_variable(e: &Expr) -> Option<Assignee> {
    match e.kind {
        ExprKind::Shared(variable) => Some(Assignee::Shared(variable)),
        ExprKind::Local(variable) => Some(Assignee::Local(variable)),
        _ => None,
    }
}

/// The variables of an expression, each once.
fn variables(e: &Expr) -> Vec<Assignee> {
    let mut list = Vec::new();
    e.visit(&mut |part| {
        if let Some(place) = as_variable(part).filter(|place| !list.contains(place)) {
            list.push(place);
        }
    });
    list
}

/// The comparison with its sides exchanged; any other operation as it is, which tells nothing.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}
