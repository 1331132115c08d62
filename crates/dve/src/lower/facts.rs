//! What is known of the values of variables at some point of a transition.

use kulan_ir::{CBinary, VarId};
use rustc_hash::FxHashMap;

use super::Lowering;
use super::interval::Interval;
use crate::hir::{Expr, ExprKind, Lvalue};
use crate::operator::UnaryOp;

/// A variable, or an element whose index is a constant.
pub(super) type Cell = (VarId, Option<u32>);

/// Intervals of cells; other cells can have any value of their type.
#[derive(Clone, Default, Debug)]
pub(super) struct Facts {
    known: FxHashMap<Cell, Interval>,
    /// What was known before, so that a short circuit can be left again.
    undo: Vec<(Cell, Option<Interval>)>,
}

impl Facts {
    pub fn get(&self, cell: Cell) -> Option<Interval> {
        self.known.get(&cell).copied()
    }

    pub fn set(&mut self, cell: Cell, interval: Interval) {
        let before = self.known.insert(cell, interval);
        self.undo.push((cell, before));
    }

    /// Some element of an array has got a new value.
    pub fn forget(&mut self, array: VarId) {
        self.known.retain(|(var, _), _| *var != array);
    }

    pub fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Forgets what was learnt since a mark.
    pub fn back_to(&mut self, mark: usize) {
        for (cell, before) in self.undo.drain(mark..).rev() {
            match before {
                Some(interval) => self.known.insert(cell, interval),
                None => self.known.remove(&cell),
            };
        }
    }
}

impl Lowering<'_> {
    /// The cell of a place, if it is one of the state and known which.
    pub(super) fn cell(&self, place: &Lvalue) -> Option<Cell> {
        let var = self.variables[place.variable]?;
        match &place.index {
            None => Some((var, None)),
            Some(index) => Some((var, Some(u32::try_from(index.as_const()?).ok()?))),
        }
    }

    /// The values that a cell can have.
    pub(super) fn values(&self, facts: &Facts, place: &Lvalue) -> Interval {
        let all = Interval::of_type(self.program.model.variables[place.variable].kind);
        self.cell(place).and_then(|cell| facts.get(cell)).unwrap_or(all)
    }

    /// Learns that an expression is true, or that it is not.
    pub(super) fn learn(&self, facts: &mut Facts, e: &Expr, holds: bool) {
        match &e.kind {
            ExprKind::All(list) if holds => list.iter().for_each(|e| self.learn(facts, e, true)),
            ExprKind::Any(list) if !holds => list.iter().for_each(|e| self.learn(facts, e, false)),
            ExprKind::Unary(UnaryOp::Not, a) => self.learn(facts, a, !holds),
            ExprKind::Read(place) => self.compared(facts, place, CBinary::Ne, 0, holds),
            ExprKind::Chain(a, rest) => {
                let [(op, b)] = &rest[..] else { return };
                if let (ExprKind::Read(place), Some(value)) = (&a.kind, b.as_const()) {
                    self.compared(facts, place, *op, value.into(), holds);
                } else if let (Some(value), ExprKind::Read(place)) = (a.as_const(), &b.kind) {
                    self.compared(facts, place, mirrored(*op), value.into(), holds);
                }
            }
            _ => {}
        }
    }

    /// Learns that `place op value` holds, or does not.
    fn compared(&self, facts: &mut Facts, place: &Lvalue, op: CBinary, value: i64, holds: bool) {
        let Some(cell) = self.cell(place) else { return };
        let Some(op) = (if holds { Some(op) } else { opposite(op) }) else { return };
        let before = self.values(facts, place);
        let Interval { low, high } = before;
        let after = match op {
            CBinary::Lt => before.and(Interval { low, high: value - 1 }),
            CBinary::Le => before.and(Interval { low, high: value }),
            CBinary::Gt => before.and(Interval { low: value + 1, high }),
            CBinary::Ge => before.and(Interval { low: value, high }),
            CBinary::Eq => before.and(Interval { low: value, high: value }),
            CBinary::Ne => before.without(value),
            _ => None,
        };
        // Without values left, what follows does not happen.
        if let Some(after) = after.filter(|a| *a != before) {
            facts.set(cell, after);
        }
    }
}

fn opposite(op: CBinary) -> Option<CBinary> {
    Some(match op {
        CBinary::Lt => CBinary::Ge,
        CBinary::Le => CBinary::Gt,
        CBinary::Gt => CBinary::Le,
        CBinary::Ge => CBinary::Lt,
        CBinary::Eq => CBinary::Ne,
        CBinary::Ne => CBinary::Eq,
        _ => return None,
    })
}

/// The comparison with sides exchanged.
fn mirrored(op: CBinary) -> CBinary {
    match op {
        CBinary::Lt => CBinary::Gt,
        CBinary::Le => CBinary::Ge,
        CBinary::Gt => CBinary::Lt,
        CBinary::Ge => CBinary::Le,
        other => other,
    }
}
