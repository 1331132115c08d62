//! Values that are not known, told apart as far as they are one cell's plus a constant.

use kulan_ir::BinaryOp;
use kulan_ir::expr::{evaluate_binary, mask};

/// What is known of a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Partial {
    /// Itself.
    Known(u64),
    /// To know it one must first know the cell; it may have an origin, to which a number is added.
    Unknown {
        /// What must be known first.
        cell: u32,
        /// What the number is added to.
        origin: Option<Origin>,
        /// The number.
        offset: u64,
    },
}

/// A cell's value, or that value with a number added and then extended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    cell: u32,
    extended: Option<Extended>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Extended {
    added: u64,
    from: u8,
    signed: bool,
}

impl Partial {
    /// The value of a cell.
    pub fn cell(cell: u32) -> Partial {
        Partial::Unknown { cell, origin: Some(Origin { cell, extended: None }), offset: 0 }
    }

    /// A value of which nothing but the cell is known that one must know first.
    pub fn behind(self) -> Partial {
        match self {
            Partial::Unknown { cell, .. } => Partial::Unknown { cell, origin: None, offset: 0 },
            known => known,
        }
    }

    /// Whether both are certainly equal.
    pub fn same(self, other: Partial) -> bool {
        match (self, other) {
            (Partial::Known(a), Partial::Known(b)) => a == b,
            (Partial::Unknown { origin: a, offset: x, .. }, Partial::Unknown { origin: b, offset: y, .. }) => {
                a.is_some() && a == b && x == y
            }
            _ => false,
        }
    }

    /// A function of the value.
    pub fn map(self, f: impl Fn(u64) -> u64) -> Partial {
        match self {
            Partial::Known(value) => Partial::Known(f(value)),
            unknown => unknown.behind(),
        }
    }

    fn add(self, number: u64, to: u64) -> Partial {
        match self {
            Partial::Known(value) => Partial::Known(value.wrapping_add(number) & to),
            Partial::Unknown { cell, origin, offset } => {
                Partial::Unknown { cell, origin, offset: offset.wrapping_add(number) & to }
            }
        }
    }

    /// The value, `from` bits wide, made wider.
    pub fn extend(self, from: u8, signed: bool, f: impl Fn(u64) -> u64) -> Partial {
        match self {
            Partial::Unknown { cell, origin: Some(Origin { cell: of, extended: None }), offset: added } => {
                let origin = Origin { cell: of, extended: Some(Extended { added, from, signed }) };
                Partial::Unknown { cell, origin: Some(origin), offset: 0 }
            }
            other => other.map(f),
        }
    }

    /// The low bits: those of what was extended, plus the offset.
    pub fn truncate(self, to: u64) -> Partial {
        match self {
            Partial::Unknown { cell, origin: Some(Origin { cell: of, extended: Some(e) }), offset }
                if mask(e.from) == to =>
            {
                let origin = Some(Origin { cell: of, extended: None });
                Partial::Unknown { cell, origin, offset: e.added.wrapping_add(offset) & to }
            }
            other => other.map(|value| value & to),
        }
    }

    /// A binary operation on operands of a width, with the mask of its result.
    pub fn binary(op: BinaryOp, width: u8, to: u64, a: Partial, b: Partial) -> Partial {
        use BinaryOp::*;
        use Partial::{Known, Unknown};
        match (op, a, b) {
            (_, Known(x), Known(y)) => Known(evaluate_binary(op, width, x, y) & to),
            (And, Known(0), _) | (And, _, Known(0)) => Known(0),
            (Or, Known(x), _) | (Or, _, Known(x)) if x == to => Known(x),
            (Add, unknown, Known(x)) | (Add, Known(x), unknown) => unknown.add(x, to),
            (Sub, unknown, Known(x)) => unknown.add(x.wrapping_neg(), to),
            (Equal, Unknown { origin: Some(p), offset: x, .. }, Unknown { origin: Some(q), offset: y, .. })
                if p == q =>
            {
                Known(u64::from(x == y))
            }
            (UnsignedLessEqual | SignedLessEqual, ..) if a.same(b) => Known(1),
            (UnsignedLess | SignedLess | Sub | Xor, ..) if a.same(b) => Known(0),
            (_, Known(_), unknown) | (_, unknown, _) => unknown.behind(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: u64 = 0xff;
    const WORD: u64 = 0xffff_ffff;

    /// A byte counted up or down as C does it: extended, added to, truncated.
    fn counted(byte: Partial, by: u64) -> Partial {
        let wide = byte.extend(8, false, |x| x);
        Partial::binary(BinaryOp::Add, 32, WORD, wide, Partial::Known(by)).truncate(BYTE)
    }

    #[test]
    fn steps_up_and_down_cancel() {
        let byte = Partial::cell(7);
        let (up_down, down_up) = (counted(counted(byte, 1), WORD), counted(counted(byte, WORD), 1));
        assert!(up_down.same(byte) && up_down.same(down_up));
        let equal = |a, b| Partial::binary(BinaryOp::Equal, 8, 1, a, b);
        assert_eq!(equal(counted(byte, 1), counted(byte, 257)), Partial::Known(1));
        assert_eq!(equal(counted(byte, 1), byte), Partial::Known(0));
    }

    #[test]
    fn different_cells_and_forms_stay_open() {
        let (a, b) = (Partial::cell(1), Partial::cell(2));
        assert!(matches!(Partial::binary(BinaryOp::Equal, 8, 1, a, b), Partial::Unknown { cell: 1, .. }));
        let (zero, sign) = (a.extend(8, false, |x| x), a.extend(8, true, |x| x));
        assert!(matches!(Partial::binary(BinaryOp::Equal, 32, 1, zero, sign), Partial::Unknown { .. }));
        assert!(!a.behind().same(a.behind()));
    }
}
