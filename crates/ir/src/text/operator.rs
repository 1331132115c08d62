//! The signs of binary operators and how strongly they bind.

use crate::BinaryOp;

/// A binary operator as written; some are the complement of an operation.
#[derive(Copy, Clone, Debug)]
pub(super) struct Operator {
    pub sign: &'static str,
    pub op: BinaryOp,
    /// Whether it stands for the complement of the operation, as `!=` for that of `==`.
    pub complement: bool,
    /// Larger binds stronger.
    pub level: u8,
}

/// Comparisons do not chain; the level above theirs is the one of their operands.
pub(super) const COMPARISON: u8 = 3;
/// The level of operands of unary operators.
pub(super) const UNARY: u8 = 7;

const fn operator(sign: &'static str, op: BinaryOp, level: u8) -> Operator {
    Operator { sign, op, complement: false, level }
}

const fn complement(sign: &'static str, op: BinaryOp) -> Operator {
    Operator { sign, op, complement: true, level: COMPARISON }
}

/// All of them, in C's order of strength.
pub(super) const OPERATORS: [Operator; 23] = [
    operator("|", BinaryOp::Or, 0),
    operator("^", BinaryOp::Xor, 1),
    operator("&", BinaryOp::And, 2),
    operator("==", BinaryOp::Equal, COMPARISON),
    operator("<u", BinaryOp::UnsignedLess, COMPARISON),
    operator("<=u", BinaryOp::UnsignedLessEqual, COMPARISON),
    operator("<s", BinaryOp::SignedLess, COMPARISON),
    operator("<=s", BinaryOp::SignedLessEqual, COMPARISON),
    complement("!=", BinaryOp::Equal),
    complement(">=u", BinaryOp::UnsignedLess),
    complement(">u", BinaryOp::UnsignedLessEqual),
    complement(">=s", BinaryOp::SignedLess),
    complement(">s", BinaryOp::SignedLessEqual),
    operator("<<", BinaryOp::ShiftLeft, 4),
    operator(">>u", BinaryOp::LogicalShiftRight, 4),
    operator(">>s", BinaryOp::ArithmeticShiftRight, 4),
    operator("+", BinaryOp::Add, 5),
    operator("-", BinaryOp::Sub, 5),
    operator("*", BinaryOp::Mul, 6),
    operator("/s", BinaryOp::SignedDiv, 6),
    operator("/u", BinaryOp::UnsignedDiv, 6),
    operator("%s", BinaryOp::SignedRem, 6),
    operator("%u", BinaryOp::UnsignedRem, 6),
];

/// The operator of a sign.
pub(super) fn by_sign(sign: &str) -> Option<Operator> {
    OPERATORS.into_iter().find(|o| o.sign == sign)
}

/// The operator of an operation or its complement.
pub(super) fn by_op(op: BinaryOp, complement: bool) -> Option<Operator> {
    OPERATORS.into_iter().find(|o| o.op == op && o.complement == complement)
}
