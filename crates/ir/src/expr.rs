//! Expressions over bit-vectors, hash-consed: equal expressions have equal ids, and building one simplifies it.
//!
//! Every expression has a width of 1 to 64 bits; truth values have width 1. The operations follow SMT-LIB's bit-vectors
//! except that they are total in a simpler way: dividing by zero gives zero, and an array read out of range gives zero.
//! Both are caught by a [`crate::Check`] before the value can matter.

use rustc_hash::FxHashMap;

use crate::VarId;

/// An expression in an [`Exprs`] arena.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(u32);

impl ExprId {
    /// The position in the arena, for dense side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One operation with its operands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A constant; the bits above `width` are zero.
    Const {
        /// Width in bits.
        width: u8,
        /// The value, zero-extended.
        bits: u64,
    },
    /// The value of a scalar variable.
    Var(VarId),
    /// An element of an array variable; zero when the index (unsigned) is out of range.
    Element(VarId, ExprId),
    /// Bitwise complement.
    Not(ExprId),
    /// Two's complement negation.
    Neg(ExprId),
    /// A binary operation on operands of one width; comparisons give width 1.
    Binary(BinaryOp, ExprId, ExprId),
    /// If the first (width 1) then the second else the third.
    Ite(ExprId, ExprId, ExprId),
    /// Zero-extension to a larger width.
    ZeroExtend(u8, ExprId),
    /// Sign-extension to a larger width.
    SignExtend(u8, ExprId),
    /// The low bits.
    Truncate(u8, ExprId),
}

/// Binary operations. Shifts by the width or more give zero (or the sign, for `ArithmeticShiftRight`).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    SignedDiv,
    SignedRem,
    UnsignedDiv,
    UnsignedRem,
    And,
    Or,
    Xor,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    Equal,
    UnsignedLess,
    UnsignedLessEqual,
    SignedLess,
    SignedLessEqual,
}

impl BinaryOp {
    /// Whether the result is a truth value.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Equal | UnsignedLess | UnsignedLessEqual | SignedLess | SignedLessEqual)
    }

    fn is_commutative(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Mul | And | Or | Xor | Equal)
    }
}

/// All bits of a width.
pub fn mask(width: u8) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The value as a signed number.
pub fn signed(width: u8, bits: u64) -> i64 {
    let unused = 64 - u32::from(width);
    ((bits << unused) as i64) >> unused
}

/// The meaning of a binary operation on operands of `width` bits.
pub fn evaluate_binary(op: BinaryOp, width: u8, a: u64, b: u64) -> u64 {
    use BinaryOp::*;
    let (sa, sb) = (signed(width, a), signed(width, b));
    let value = match op {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        SignedDiv if b == 0 => 0,
        SignedDiv => sa.wrapping_div(sb) as u64,
        SignedRem if b == 0 => 0,
        SignedRem => sa.wrapping_rem(sb) as u64,
        UnsignedDiv => a.checked_div(b).unwrap_or(0),
        UnsignedRem => a.checked_rem(b).unwrap_or(0),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        ShiftLeft if b >= u64::from(width) => 0,
        ShiftLeft => a << b,
        LogicalShiftRight if b >= u64::from(width) => 0,
        LogicalShiftRight => a >> b,
        ArithmeticShiftRight => (sa >> b.min(63)) as u64,
        Equal => u64::from(a == b),
        UnsignedLess => u64::from(a < b),
        UnsignedLessEqual => u64::from(a <= b),
        SignedLess => u64::from(sa < sb),
        SignedLessEqual => u64::from(sa <= sb),
    };
    value & if op.is_comparison() { 1 } else { mask(width) }
}

/// What [`Exprs::substitute`] asks for each variable read: the replacement, given the index of an array element.
pub type Replace<'a> = dyn FnMut(&mut Exprs, VarId, Option<ExprId>) -> Option<ExprId> + 'a;

/// The arena.
#[derive(Clone, Default, Debug)]
pub struct Exprs {
    nodes: Vec<Expr>,
    widths: Vec<u8>,
    ids: FxHashMap<Expr, ExprId>,
}

impl Exprs {
    /// The operation of an expression.
    pub fn get(&self, id: ExprId) -> Expr {
        self.nodes[id.index()]
    }

    /// The width of an expression.
    pub fn width(&self, id: ExprId) -> u8 {
        self.widths[id.index()]
    }

    /// How many distinct expressions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was built yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The value, if it is a constant.
    pub fn as_const(&self, id: ExprId) -> Option<u64> {
        match self.get(id) {
            Expr::Const { bits, .. } => Some(bits),
            _ => None,
        }
    }

    fn intern(&mut self, expr: Expr, width: u8) -> ExprId {
        if let Some(&id) = self.ids.get(&expr) {
            return id;
        }
        let id = ExprId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 expressions"));
        self.nodes.push(expr);
        self.widths.push(width);
        self.ids.insert(expr, id);
        id
    }

    /// An expression as it is, without simplifying: for the text form and for tests. The width is the caller's word for a
    /// variable or an element, and the right one otherwise.
    pub fn raw(&mut self, expr: Expr, width: u8) -> ExprId {
        self.intern(expr, width)
    }

    /// All expressions, operands before what they are used in.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ExprId> + use<> {
        (0..self.nodes.len() as u32).map(ExprId)
    }

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
        debug_assert!(width <= self.width(a));
        match self.get(a) {
            _ if width == self.width(a) => a,
            Expr::Const { bits, .. } => self.constant(width, bits),
            Expr::ZeroExtend(_, inner) if self.width(inner) >= width => self.truncate(width, inner),
            Expr::ZeroExtend(_, inner) => self.zero_extend(width, inner),
            Expr::SignExtend(_, inner) if self.width(inner) >= width => self.truncate(width, inner),
            Expr::Truncate(_, inner) => self.truncate(width, inner),
            _ => self.intern(Expr::Truncate(width, a), width),
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

    /// A bound on the value seen as unsigned, from the form of the expression alone.
    pub fn upper_bound(&self, e: ExprId) -> u64 {
        let all = mask(self.width(e));
        match self.get(e) {
            Expr::Const { bits, .. } => bits,
            Expr::ZeroExtend(_, inner) => self.upper_bound(inner),
            Expr::Ite(_, a, b) => self.upper_bound(a).max(self.upper_bound(b)),
            Expr::Binary(BinaryOp::And, a, b) => self.upper_bound(a).min(self.upper_bound(b)),
            Expr::Binary(BinaryOp::UnsignedRem, _, b) => match self.as_const(b) {
                Some(k) if k > 0 => k - 1,
                _ => all,
            },
            Expr::Binary(BinaryOp::SignedRem, a, b) => match self.as_const(b) {
                Some(k) if k > 0 && k <= all >> 1 && self.upper_bound(a) <= all >> 1 => k - 1,
                _ => all,
            },
            Expr::Binary(BinaryOp::Add, a, b) => match self.upper_bound(a).checked_add(self.upper_bound(b)) {
                Some(sum) if sum <= all => sum,
                _ => all,
            },
            Expr::Binary(BinaryOp::Mul, a, b) => match self.upper_bound(a).checked_mul(self.upper_bound(b)) {
                Some(product) if product <= all => product,
                _ => all,
            },
            _ => all,
        }
    }

    /// The operands of an expression, at most three.
    pub fn operands(&self, id: ExprId) -> impl Iterator<Item = ExprId> + use<> {
        let list = match self.get(id) {
            Expr::Const { .. } | Expr::Var(_) => [None; 3],
            Expr::Element(_, a)
            | Expr::Not(a)
            | Expr::Neg(a)
            | Expr::ZeroExtend(_, a)
            | Expr::SignExtend(_, a)
            | Expr::Truncate(_, a) => [Some(a), None, None],
            Expr::Binary(_, a, b) => [Some(a), Some(b), None],
            Expr::Ite(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        list.into_iter().flatten()
    }

    /// The expression with each variable read replaced: `replace` says by what, `None` keeps it. For an array element it
    /// is given the index after replacement.
    pub fn substitute(
        &mut self,
        id: ExprId,
        memo: &mut FxHashMap<ExprId, ExprId>,
        replace: &mut Replace<'_>,
    ) -> ExprId {
        if let Some(&done) = memo.get(&id) {
            return done;
        }
        let result = match self.get(id) {
            Expr::Const { .. } => id,
            Expr::Var(v) => replace(self, v, None).unwrap_or(id),
            Expr::Element(v, index) => {
                let index = self.substitute(index, memo, replace);
                let width = self.width(id);
                match replace(self, v, Some(index)) {
                    Some(e) => e,
                    None => self.element(v, width, index),
                }
            }
            Expr::Not(a) => {
                let a = self.substitute(a, memo, replace);
                self.not(a)
            }
            Expr::Neg(a) => {
                let a = self.substitute(a, memo, replace);
                self.neg(a)
            }
            Expr::Binary(op, a, b) => {
                let a = self.substitute(a, memo, replace);
                let b = self.substitute(b, memo, replace);
                self.binary(op, a, b)
            }
            Expr::Ite(c, a, b) => {
                let c = self.substitute(c, memo, replace);
                let a = self.substitute(a, memo, replace);
                let b = self.substitute(b, memo, replace);
                self.ite(c, a, b)
            }
            Expr::ZeroExtend(w, a) => {
                let a = self.substitute(a, memo, replace);
                self.zero_extend(w, a)
            }
            Expr::SignExtend(w, a) => {
                let a = self.substitute(a, memo, replace);
                self.sign_extend(w, a)
            }
            Expr::Truncate(w, a) => {
                let a = self.substitute(a, memo, replace);
                self.truncate(w, a)
            }
        };
        memo.insert(id, result);
        result
    }
}
