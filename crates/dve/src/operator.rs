//! Operators: their spelling, how tightly they bind, and what they give for constants.

use kulan_ir::CBinary;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    Not,
    Negate,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    Imply,
    Or,
    And,
    /// Evaluates both sides, as C does.
    C(CBinary),
}

/// The spelling of the binary operators and how tightly each binds; all lean to the left.
pub(crate) const BINARY: &[(&str, BinaryOp, u8)] = &[
    ("imply", BinaryOp::Imply, 1),
    ("or", BinaryOp::Or, 2),
    ("||", BinaryOp::Or, 2),
    ("and", BinaryOp::And, 3),
    ("&&", BinaryOp::And, 3),
    ("|", BinaryOp::C(CBinary::BitOr), 4),
    ("^", BinaryOp::C(CBinary::BitXor), 5),
    ("&", BinaryOp::C(CBinary::BitAnd), 6),
    ("==", BinaryOp::C(CBinary::Eq), 7),
    ("!=", BinaryOp::C(CBinary::Ne), 7),
    ("<", BinaryOp::C(CBinary::Lt), 8),
    ("<=", BinaryOp::C(CBinary::Le), 8),
    (">", BinaryOp::C(CBinary::Gt), 8),
    (">=", BinaryOp::C(CBinary::Ge), 8),
    ("<<", BinaryOp::C(CBinary::Shl), 9),
    (">>", BinaryOp::C(CBinary::Shr), 9),
    ("+", BinaryOp::C(CBinary::Add), 10),
    ("-", BinaryOp::C(CBinary::Sub), 10),
    ("*", BinaryOp::C(CBinary::Mul), 11),
    ("/", BinaryOp::C(CBinary::Div), 11),
    ("%", BinaryOp::C(CBinary::Rem), 11),
];

impl BinaryOp {
    /// Whether a long chain of it can be regrouped, so that it need not become as deep as it is long.
    pub fn regroups(self) -> bool {
        use CBinary::{Add, BitAnd, BitOr, BitXor, Sub};
        match self {
            BinaryOp::Imply => false,
            BinaryOp::Or | BinaryOp::And => true,
            BinaryOp::C(op) => matches!(op, Add | Sub | BitAnd | BitOr | BitXor),
        }
    }
}

impl UnaryOp {
    pub fn evaluate(self, a: i32) -> i32 {
        match self {
            UnaryOp::Not => i32::from(a == 0),
            UnaryOp::Negate => a.wrapping_neg(),
            UnaryOp::Complement => !a,
        }
    }
}
