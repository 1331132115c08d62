//! Building expressions: the constructors simplify.

use crate::expr::{POSITION_WIDTH, evaluate_binary, mask, signed};
use crate::{BinaryOp, Expr, ExprId, Exprs, VarId};

impl Exprs {
    /// A constant, truncated to `width`.
    pub fn constant(&mut self, width: u8, value: u64) -> ExprId {
        debug_assert!((1..=64).contains(&width));
        self.intern(Expr::Const { width, bits: value & mask(width) }, width)
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> ExprId {
        self.constant(1, u64::from(value))
    }

    /// A scalar variable of the given width.
    pub fn var(&mut self, var: VarId, width: u8) -> ExprId {
        self.intern(Expr::Var(var), width)
    }

    /// An element of an array variable whose elements have the given width.
    pub fn element(&mut self, var: VarId, width: u8, index: ExprId) -> ExprId {
        self.intern(Expr::Element(var, index), width)
    }

    /// An input of the transition that fires.
    pub fn input(&mut self, index: u32, width: u8) -> ExprId {
        self.intern(Expr::Input { index, width }, width)
    }

    /// The index of the element that is being set.
    pub fn position(&mut self) -> ExprId {
        self.intern(Expr::Position, POSITION_WIDTH)
    }

    /// Bitwise complement (logical negation at width 1).
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        match self.get(a) {
            Expr::Const { bits, .. } => self.constant(width, !bits),
            Expr::Not(inner) => inner,
            _ => self.intern(Expr::Not(a), width),
        }
    }

    /// Two's complement negation.
    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        match self.get(a) {
            Expr::Const { bits, .. } => self.constant(width, bits.wrapping_neg()),
            Expr::Neg(inner) => inner,
            _ => self.intern(Expr::Neg(a), width),
        }
    }

    /// A binary operation; both operands have one width.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "operands of {op:?}: {:?} {:?}", self.get(a), self.get(b));
        let result = if op.is_comparison() { 1 } else { width };
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(result, evaluate_binary(op, width, x, y));
        }
        if let Some(simple) = self.simplify(op, a, b, width) {
            return simple;
        }
        let (a, b) = if op.is_commutative() && b < a { (b, a) } else { (a, b) };
        self.intern(Expr::Binary(op, a, b), result)
    }

    /// The identities that matter in practice: units, zeros, equal operands, complements.
    fn simplify(&mut self, op: BinaryOp, a: ExprId, b: ExprId, width: u8) -> Option<ExprId> {
        use BinaryOp::*;
        let (ca, cb) = (self.as_const(a), self.as_const(b));
        let all = mask(width);
        match op {
            Add | Or | Xor if ca == Some(0) => Some(b),
            Add | Or | Xor | Sub | ShiftLeft | LogicalShiftRight | ArithmeticShiftRight if cb == Some(0) => Some(a),
            And if ca == Some(all) => Some(b),
            And if cb == Some(all) => Some(a),
            And | Mul if ca == Some(0) => Some(a),
            And | Mul if cb == Some(0) => Some(b),
            Or if ca == Some(all) => Some(a),
            Or if cb == Some(all) => Some(b),
            Mul if ca == Some(1) => Some(b),
            Mul | SignedDiv | UnsignedDiv if cb == Some(1) && width > 1 => Some(a),
            And | Or if a == b => Some(a),
            And if self.are_complements(a, b) => Some(self.constant(width, 0)),
            Or if self.are_complements(a, b) => Some(self.constant(width, all)),
            Or | And if width == 1 => self.simplify_connective(op, a, b),
            Sub | Xor if a == b => Some(self.constant(width, 0)),
            Equal | UnsignedLessEqual | SignedLessEqual if a == b => Some(self.bool(true)),
            UnsignedLess | SignedLess if a == b => Some(self.bool(false)),
            Equal if width == 1 && ca.is_some() => Some(if ca == Some(1) { b } else { self.not(b) }),
            Equal if width == 1 && cb.is_some() => Some(if cb == Some(1) { a } else { self.not(a) }),
            Equal if cb.is_some() => self.simplify_equal(a, b),
            Equal if ca.is_some() => self.simplify_equal(b, a),
            _ => None,
        }
    }

    fn are_complements(&self, a: ExprId, b: ExprId) -> bool {
        self.get(a) == Expr::Not(b) || self.get(b) == Expr::Not(a)
    }

    /// Absorption: `a | (a | x)` is `a | x`, `!a | (a | x)` is true, and likewise for `&`.
    fn simplify_connective(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        for (x, y) in [(a, b), (b, a)] {
            if let Expr::Binary(inner, p, q) = self.get(y)
                && inner == op
            {
                if x == p || x == q {
                    return Some(y);
                }
                if self.are_complements(x, p) || self.are_complements(x, q) {
                    return Some(self.bool(op == BinaryOp::Or));
                }
            }
        }
        // a | !(a | x)  and  !(a | b) | (a | b | ..): the shape of `else` beside its alternatives.
        None
    }

    /// `zext(x) == c`: compare in the narrow width; `ite(c, k1, k2) == k`: decide the branch.
    fn simplify_equal(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let value = self.as_const(b)?;
        match self.get(a) {
            Expr::ZeroExtend(_, inner) => {
                let narrow = self.width(inner);
                if value & !mask(narrow) != 0 {
                    return Some(self.bool(false));
                }
                let k = self.constant(narrow, value);
                Some(self.binary(BinaryOp::Equal, inner, k))
            }
            Expr::SignExtend(width, inner) => {
                let narrow = self.width(inner);
                if signed(narrow, value) as u64 & mask(width) != value {
                    return Some(self.bool(false));
                }
                let k = self.constant(narrow, value);
                Some(self.binary(BinaryOp::Equal, inner, k))
            }
            Expr::Ite(c, x, y) => match (self.as_const(x), self.as_const(y)) {
                (Some(x), Some(y)) if x == value && y == value => Some(self.bool(true)),
                (Some(x), Some(y)) if x != value && y != value => Some(self.bool(false)),
                (Some(x), Some(_)) if x == value => Some(c),
                (Some(_), Some(_)) => Some(self.not(c)),
                _ => None,
            },
            _ => None,
        }
    }

    /// If-then-else.
    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        debug_assert_eq!(self.width(c), 1);
        match self.as_const(c) {
            Some(1) => return a,
            Some(_) => return b,
            None if a == b => return a,
            None => {}
        }
        if let Expr::Not(inner) = self.get(c) {
            return self.ite(inner, b, a);
        }
        match (width, self.as_const(a), self.as_const(b)) {
            (1, Some(1), Some(0)) => c,
            (1, Some(0), Some(1)) => self.not(c),
            (1, Some(1), None) => self.or(c, b),
            (1, None, Some(0)) => self.and(c, a),
            _ => self.intern(Expr::Ite(c, a, b), width),
        }
    }

    /// Zero-extension to `width` (the same expression if it has that width).
    pub fn zero_extend(&mut self, width: u8, a: ExprId) -> ExprId {
        debug_assert!(width >= self.width(a));
        match self.get(a) {
            _ if width == self.width(a) => a,
            Expr::Const { bits, .. } => self.constant(width, bits),
            Expr::ZeroExtend(_, inner) => self.zero_extend(width, inner),
            _ => self.intern(Expr::ZeroExtend(width, a), width),
        }
    }

    /// Sign-extension to `width` (the same expression if it has that width).
    pub fn sign_extend(&mut self, width: u8, a: ExprId) -> ExprId {
        debug_assert!(width >= self.width(a));
        match self.get(a) {
            _ if width == self.width(a) => a,
            Expr::Const { width: w, bits } => self.constant(width, signed(w, bits) as u64),
            Expr::SignExtend(_, inner) => self.sign_extend(width, inner),
            Expr::ZeroExtend(_, inner) => self.zero_extend(width, inner),
            _ => self.intern(Expr::SignExtend(width, a), width),
        }
    }

    /// The low `width` bits (the same expression if it has that width).
    pub fn truncate(&mut self, width: u8, a: ExprId) -> ExprId {
        self.extract(0, width, a)
    }

    /// The `width` bits from bit `low` on (the same expression if these are all).
    pub fn extract(&mut self, low: u8, width: u8, a: ExprId) -> ExprId {
        let from = self.width(a);
        debug_assert!(low + width <= from);
        let high = low + width;
        match self.get(a) {
            _ if width == from => a,
            Expr::Const { bits, .. } => self.constant(width, bits >> low),
            Expr::Extract { low: inner, of, .. } => self.extract(inner + low, width, of),
            Expr::ZeroExtend(_, inner) if low >= self.width(inner) => self.constant(width, 0),
            Expr::ZeroExtend(_, inner) | Expr::SignExtend(_, inner) if high <= self.width(inner) => {
                self.extract(low, width, inner)
            }
            Expr::ZeroExtend(_, inner) => {
                let rest = self.extract(low, self.width(inner) - low, inner);
                self.zero_extend(width, rest)
            }
            Expr::Concat(_, b) if high <= self.width(b) => self.extract(low, width, b),
            Expr::Concat(a, b) if low >= self.width(b) => self.extract(low - self.width(b), width, a),
            _ => self.intern(Expr::Extract { low, width, of: a }, width),
        }
    }

    /// The bits of `a` above those of `b`.
    pub fn concat(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (high, low) = (self.width(a), self.width(b));
        let width = high + low;
        debug_assert!(width <= 64);
        match (self.get(a), self.get(b)) {
            (Expr::Const { bits: x, .. }, Expr::Const { bits: y, .. }) => self.constant(width, x << low | y),
            (Expr::Const { bits: 0, .. }, _) => self.zero_extend(width, b),
            // Neighbours of one whole are put together again.
            (Expr::Extract { low: at, of: p, .. }, Expr::Extract { low: from, of: q, .. })
                if p == q && at == from + low =>
            {
                self.extract(from, width, p)
            }
            _ => self.intern(Expr::Concat(a, b), width),
        }
    }

    /// An operation through the constructors, which simplify. The width matters for reads of variables only.
    pub fn build(&mut self, expr: Expr, width: u8) -> ExprId {
        match expr {
            Expr::Const { width, bits } => self.constant(width, bits),
            Expr::Var(v) => self.var(v, width),
            Expr::Element(v, index) => self.element(v, width, index),
            Expr::Input { index, width } => self.input(index, width),
            Expr::Position => self.position(),
            Expr::Not(a) => self.not(a),
            Expr::Neg(a) => self.neg(a),
            Expr::Binary(op, a, b) => self.binary(op, a, b),
            Expr::Ite(c, a, b) => self.ite(c, a, b),
            Expr::ZeroExtend(w, a) => self.zero_extend(w, a),
            Expr::SignExtend(w, a) => self.sign_extend(w, a),
            Expr::Extract { low, width, of } => self.extract(low, width, of),
            Expr::Concat(a, b) => self.concat(a, b),
        }
    }

    /// Conjunction of truth values.
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::And, a, b)
    }

    /// Disjunction of truth values.
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::Or, a, b)
    }

    /// Equality.
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::Equal, a, b)
    }

    /// Equality with a constant.
    pub fn eq_const(&mut self, a: ExprId, value: u64) -> ExprId {
        let k = self.constant(self.width(a), value);
        self.eq(a, k)
    }

    /// Disjunction of many truth values; equal ones count once, complements make it true.
    pub fn any(&mut self, items: &[ExprId]) -> ExprId {
        let mut sorted = items.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut result = self.bool(false);
        for &item in &sorted {
            if sorted.iter().any(|&other| self.are_complements(item, other)) {
                return self.bool(true);
            }
            result = self.or(result, item);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_were_put_together_are_found_again() {
        let mut e = Exprs::default();
        let (a, b) = (e.var(VarId(0), 8), e.var(VarId(1), 16));
        let both = e.concat(a, b);
        assert_eq!(e.width(both), 24);
        assert_eq!((e.extract(0, 16, both), e.extract(16, 8, both)), (b, a));
        let (high, low) = (e.extract(10, 6, b), e.extract(4, 6, b));
        let (together, middle) = (e.concat(high, low), e.extract(4, 12, b));
        assert_eq!(together, middle);
        let wide = e.zero_extend(32, a);
        let (above, across) = (e.extract(8, 24, wide), e.extract(4, 12, wide));
        let (zero, nibble) = (e.constant(24, 0), e.extract(4, 4, a));
        assert_eq!((above, across), (zero, e.zero_extend(12, nibble)));
    }

    #[test]
    fn bounds_of_shared_expressions_take_no_time() {
        let mut e = Exprs::default();
        let byte = e.var(VarId(0), 8);
        let mut sum = e.zero_extend(64, byte);
        for _ in 0..40 {
            sum = e.binary(BinaryOp::Add, sum, sum);
        }
        assert_eq!(e.upper_bound(sum), 255 << 40);
    }
}
