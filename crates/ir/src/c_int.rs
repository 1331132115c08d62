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
