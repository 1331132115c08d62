//! Arithmetic on a variable of few values, by a table: a divider of 64 bits would have tens of thousands of gates.

use kulan_ir::expr::{Bits, evaluate};
use kulan_ir::{BinaryOp, Expr, ExprId, Exprs, VarId};
use rustc_hash::FxHashMap;

use crate::Domain;

/// The most values of a variable for which a table is made.
const MOST_VALUES: u64 = 32;

/// What an expression reads.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reads {
    Nothing,
    /// A variable, or an element of an array at a place that does not depend on anything.
    One(VarId, u32),
    /// Several, or something else.
    Others,
}

/// What expressions read, found once.
#[derive(Default)]
pub struct Tabulation {
    reads: FxHashMap<ExprId, Reads>,
}

impl Tabulation {
    /// The variable or element on which an expression that is expensive to encode depends alone.
    pub fn argument(&mut self, exprs: &Exprs, id: ExprId) -> Option<(VarId, u32)> {
        use BinaryOp::{Mul, SignedDiv, SignedRem, UnsignedDiv, UnsignedRem};
        let Expr::Binary(Mul | SignedDiv | SignedRem | UnsignedDiv | UnsignedRem, ..) = exprs.get(id) else {
            return None;
        };
        match self.reads(exprs, id) {
            Reads::One(v, element) => Some((v, element)),
            Reads::Nothing | Reads::Others => None,
        }
    }

    fn reads(&mut self, exprs: &Exprs, id: ExprId) -> Reads {
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if self.reads.contains_key(&top) {
                stack.pop();
                continue;
            }
            let known = stack.len();
            stack.extend(exprs.operands(top).filter(|o| !self.reads.contains_key(o)));
            if stack.len() == known {
                let own = match exprs.get(top) {
                    Expr::Var(v) => Reads::One(v, 0),
                    Expr::Element(v, index) => match exprs.as_const(index).map(u32::try_from) {
                        Some(Ok(element)) => Reads::One(v, element),
                        _ => Reads::Others,
                    },
                    Expr::Input { .. } | Expr::Position => Reads::Others,
                    _ => exprs.operands(top).map(|o| self.reads[&o]).fold(Reads::Nothing, join),
                };
                self.reads.insert(top, own);
            }
        }
        self.reads[&id]
    }
}

fn join(a: Reads, b: Reads) -> Reads {
    match (a, b) {
        (Reads::Nothing, other) | (other, Reads::Nothing) => other,
        (Reads::One(v, i), Reads::One(w, j)) if (v, i) == (w, j) => a,
        _ => Reads::Others,
    }
}

/// The values of a domain, if they are few.
pub fn few(domain: Domain<'_>) -> Option<Vec<u64>> {
    match domain {
        Domain::Set(set) if set.len() as u64 <= MOST_VALUES => Some(set.to_vec()),
        Domain::Range(low, high) if high - low < MOST_VALUES => Some((low..=high).collect()),
        _ => None,
    }
}

/// The value of an expression that reads one variable.
pub fn value(exprs: &Exprs, id: ExprId, argument: u64, memo: &mut FxHashMap<ExprId, u64>) -> u64 {
    if let Some(&known) = memo.get(&id) {
        return known;
    }
    let operation = exprs.get(id).map(|o| Bits { width: exprs.width(o), value: value(exprs, o, argument, memo) });
    let result = evaluate(operation).unwrap_or(argument);
    memo.insert(id, result);
    result
}
