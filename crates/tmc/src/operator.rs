//! C's operators on 32-bit integers, and what they give.

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
    /// The value; none for a division by zero.
    pub fn evaluate(self, a: i32, b: i32) -> Option<i32> {
        Some(match self {
            BinaryOp::Or => i32::from(a != 0 || b != 0),
            BinaryOp::And => i32::from(a != 0 && b != 0),
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            BinaryOp::BitAnd => a & b,
            BinaryOp::Equal => i32::from(a == b),
            BinaryOp::Unequal => i32::from(a != b),
            BinaryOp::Less => i32::from(a < b),
            BinaryOp::LessEqual => i32::from(a <= b),
            BinaryOp::Greater => i32::from(a > b),
            BinaryOp::GreaterEqual => i32::from(a >= b),
            // The amount counts modulo 32.
            BinaryOp::ShiftLeft => a.wrapping_shl(b as u32),
            BinaryOp::ShiftRight => a.wrapping_shr(b as u32),
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Subtract => a.wrapping_sub(b),
            BinaryOp::Multiply => a.wrapping_mul(b),
            BinaryOp::Divide | BinaryOp::Remainder if b == 0 => return None,
            BinaryOp::Divide => a.wrapping_div(b),
            BinaryOp::Remainder => a.wrapping_rem(b),
        })
    }
}
