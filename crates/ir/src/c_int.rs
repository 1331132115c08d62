//! Expressions over C's `int`: 32 bits wide, truth as 0 and 1. Several languages compute so.

use crate::expr::{BinaryOp, ExprId, Exprs};

/// The binary operators that evaluate both sides.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CBinary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitXor,
    BitOr,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl CBinary {
    /// The value of `a op b`; none for a division by zero.
    pub fn evaluate(self, a: i32, b: i32) -> Option<i32> {
        Some(match self {
            CBinary::Add => a.wrapping_add(b),
            CBinary::Sub => a.wrapping_sub(b),
            CBinary::Mul => a.wrapping_mul(b),
            CBinary::Div | CBinary::Rem if b == 0 => return None,
            CBinary::Div => a.wrapping_div(b),
            CBinary::Rem => a.wrapping_rem(b),
            CBinary::BitAnd => a & b,
            CBinary::BitXor => a ^ b,
            CBinary::BitOr => a | b,
            // The amount counts modulo 32.
            CBinary::Shl => a.wrapping_shl(b as u32),
            CBinary::Shr => a.wrapping_shr(b as u32),
            CBinary::Lt => i32::from(a < b),
            CBinary::Le => i32::from(a <= b),
            CBinary::Gt => i32::from(a > b),
            CBinary::Ge => i32::from(a >= b),
            CBinary::Eq => i32::from(a == b),
            CBinary::Ne => i32::from(a != b),
        })
    }
}

impl Exprs {
    /// A constant.
    pub fn int(&mut self, value: i32) -> ExprId {
        self.constant(32, value as u32 as u64)
    }

    /// A truth value as an integer.
    pub fn int_of(&mut self, truth: ExprId) -> ExprId {
        self.zero_extend(32, truth)
    }

    /// Whether an integer is not zero.
    pub fn truth(&mut self, value: ExprId) -> ExprId {
        let zero = self.eq_const(value, 0);
        self.not(zero)
    }

    /// The value of `x op y`. Division by zero is the caller's business.
    pub fn c_binary(&mut self, op: CBinary, x: ExprId, mut y: ExprId) -> ExprId {
        let operator = match op {
            CBinary::Add => BinaryOp::Add,
            CBinary::Sub => BinaryOp::Sub,
            CBinary::Mul => BinaryOp::Mul,
            CBinary::Div => BinaryOp::SignedDiv,
            CBinary::Rem => BinaryOp::SignedRem,
            CBinary::BitAnd => BinaryOp::And,
            CBinary::BitXor => BinaryOp::Xor,
            CBinary::BitOr => BinaryOp::Or,
            CBinary::Shl => BinaryOp::ShiftLeft,
            CBinary::Shr => BinaryOp::ArithmeticShiftRight,
            CBinary::Lt | CBinary::Ge => BinaryOp::SignedLess,
            CBinary::Le | CBinary::Gt => BinaryOp::SignedLessEqual,
            CBinary::Eq | CBinary::Ne => BinaryOp::Equal,
        };
        if matches!(op, CBinary::Shl | CBinary::Shr) {
            // As the processor does it: the amount counts modulo the width.
            let thirty_one = self.int(31);
            y = self.binary(BinaryOp::And, y, thirty_one);
        }
        let result = self.binary(operator, x, y);
        if !operator.is_comparison() {
            return result;
        }
        // a >= b is !(a < b), a > b is !(a <= b): complements are recognised as such.
        let negated = matches!(op, CBinary::Ge | CBinary::Gt | CBinary::Ne);
        let truth = if negated { self.not(result) } else { result };
        self.int_of(truth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_computed_as_expressions_are() {
        use CBinary::*;
        let values = [0, 1, -1, 2, 7, -8, 31, 32, 33, 1000, i32::MAX, i32::MIN, i32::MIN + 1];
        for op in [Add, Sub, Mul, Div, Rem, BitAnd, BitXor, BitOr, Shl, Shr, Lt, Le, Gt, Ge, Eq, Ne] {
            for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
                let Some(value) = op.evaluate(a, b) else { continue };
                let mut exprs = Exprs::default();
                let (x, y) = (exprs.int(a), exprs.int(b));
                let result = exprs.c_binary(op, x, y);
                assert_eq!(exprs.as_const(result), Some(u64::from(value as u32)), "{op:?} of {a} and {b}");
            }
        }
    }
}
