//! C's operators on 32-bit integers, and what they give.

use kulan_ir::CBinary;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum UnaryOp {
    Not,
    Negate,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BinaryOp {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// The spelling of the binary operators and how tightly each binds.
pub(crate) const BINARY: &[(&str, BinaryOp, u8)] = &[
    ("||", BinaryOp::Or, 3),
    ("&&", BinaryOp::And, 4),
    ("|", BinaryOp::BitOr, 6),
    ("^", BinaryOp::BitXor, 7),
    ("&", BinaryOp::BitAnd, 8),
    ("==", BinaryOp::Equal, 9),
    ("!=", BinaryOp::Unequal, 9),
    ("<", BinaryOp::Less, 10),
    ("<=", BinaryOp::LessEqual, 10),
    (">", BinaryOp::Greater, 10),
    (">=", BinaryOp::GreaterEqual, 10),
    ("<<", BinaryOp::ShiftLeft, 11),
    (">>", BinaryOp::ShiftRight, 11),
    ("+", BinaryOp::Add, 12),
    ("-", BinaryOp::Subtract, 12),
    ("*", BinaryOp::Multiply, 13),
    ("/", BinaryOp::Divide, 13),
    ("%", BinaryOp::Remainder, 13),
];

impl UnaryOp {
    pub fn evaluate(self, a: i32) -> i32 {
        match self {
            UnaryOp::Not => i32::from(a == 0),
            UnaryOp::Negate => a.wrapping_neg(),
            UnaryOp::Complement => !a,
        }
    }
}

impl BinaryOp {
    /// C's operator that evaluates both sides; the connectives do not.
    pub fn arithmetic(self) -> Option<CBinary> {
        Some(match self {
            BinaryOp::Or | BinaryOp::And => return None,
            BinaryOp::BitOr => CBinary::BitOr,
            BinaryOp::BitXor => CBinary::BitXor,
            BinaryOp::BitAnd => CBinary::BitAnd,
            BinaryOp::Equal => CBinary::Eq,
            BinaryOp::Unequal => CBinary::Ne,
            BinaryOp::Less => CBinary::Lt,
            BinaryOp::LessEqual => CBinary::Le,
            BinaryOp::Greater => CBinary::Gt,
            BinaryOp::GreaterEqual => CBinary::Ge,
            BinaryOp::ShiftLeft => CBinary::Shl,
            BinaryOp::ShiftRight => CBinary::Shr,
            BinaryOp::Add => CBinary::Add,
            BinaryOp::Subtract => CBinary::Sub,
            BinaryOp::Multiply => CBinary::Mul,
            BinaryOp::Divide => CBinary::Div,
            BinaryOp::Remainder => CBinary::Rem,
        })
    }

    /// The value; none for a division by zero.
    pub fn evaluate(self, a: i32, b: i32) -> Option<i32> {
        match self.arithmetic() {
            Some(op) => op.evaluate(a, b),
            None if self == BinaryOp::Or => Some(i32::from(a != 0 || b != 0)),
            None => Some(i32::from(a != 0 && b != 0)),
        }
    }
}
