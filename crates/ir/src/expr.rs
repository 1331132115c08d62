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

/// One operation with its operands, which are expressions unless it is said otherwise: [`evaluate`] takes values.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr<T = ExprId> {
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
    Element(VarId, T),
    /// An input of the transition that fires, by position.
    Input {
        /// Which one.
        index: u32,
        /// Width in bits.
        width: u8,
    },
    /// The index, of [`POSITION_WIDTH`] bits, of the element that is being set: only in the value of a
    /// [`crate::Target::Fill`].
    Position,
    /// Bitwise complement.
    Not(T),
    /// Two's complement negation.
    Neg(T),
    /// A binary operation on operands of one width; comparisons give width 1.
    Binary(BinaryOp, T, T),
    /// If the first (width 1) then the second else the third.
    Ite(T, T, T),
    /// Zero-extension to a larger width.
    ZeroExtend(u8, T),
    /// Sign-extension to a larger width.
    SignExtend(u8, T),
    /// Some bits: `width` of them from bit `low` on, fewer than there are.
    Extract {
        /// The lowest.
        low: u8,
        /// How many.
        width: u8,
        /// Of what.
        of: T,
    },
    /// The bits of both, those of the first above those of the second; at most 64.
    Concat(T, T),
}

impl<T> Expr<T> {
    /// The same operation on other operands, asked for from left to right.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Expr<U> {
        match self {
            Expr::Const { width, bits } => Expr::Const { width, bits },
            Expr::Var(v) => Expr::Var(v),
            Expr::Element(v, index) => Expr::Element(v, f(index)),
            Expr::Input { index, width } => Expr::Input { index, width },
            Expr::Position => Expr::Position,
            Expr::Not(a) => Expr::Not(f(a)),
            Expr::Neg(a) => Expr::Neg(f(a)),
            Expr::Binary(op, a, b) => Expr::Binary(op, f(a), f(b)),
            Expr::Ite(c, a, b) => Expr::Ite(f(c), f(a), f(b)),
            Expr::ZeroExtend(w, a) => Expr::ZeroExtend(w, f(a)),
            Expr::SignExtend(w, a) => Expr::SignExtend(w, f(a)),
            Expr::Extract { low, width, of } => Expr::Extract { low, width, of: f(of) },
            Expr::Concat(a, b) => Expr::Concat(f(a), f(b)),
        }
    }
}

/// The width of [`Expr::Position`].
pub const POSITION_WIDTH: u8 = 32;

/// The value of an operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bits {
    /// How many there are.
    pub width: u8,
    /// The value, zero-extended.
    pub value: u64,
}

/// The meaning of an operation that reads neither a variable nor an input nor the position; `None` for one that does.
pub fn evaluate(operation: Expr<Bits>) -> Option<u64> {
    Some(match operation {
        Expr::Var(_) | Expr::Element(..) | Expr::Input { .. } | Expr::Position => return None,
        Expr::Const { bits, .. } => bits,
        Expr::Not(a) => !a.value & mask(a.width),
        Expr::Neg(a) => a.value.wrapping_neg() & mask(a.width),
        Expr::Binary(op, a, b) => evaluate_binary(op, a.width, a.value, b.value),
        Expr::Ite(c, a, b) => {
            if c.value == 1 {
                a.value
            } else {
                b.value
            }
        }
        Expr::ZeroExtend(_, a) => a.value,
        Expr::SignExtend(width, a) => signed(a.width, a.value) as u64 & mask(width),
        Expr::Extract { low, width, of } => of.value >> low & mask(width),
        Expr::Concat(a, b) => a.value << b.width | b.value,
    })
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

    pub(crate) fn is_commutative(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Mul | And | Or | Xor | Equal)
    }
}

/// All bits of a width.
#[inline]
pub fn mask(width: u8) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The width of numbers up to this one.
pub fn width_of(most: u64) -> u8 {
    (64 - most.leading_zeros()).max(1) as u8
}

/// The value as a signed number.
#[inline]
pub fn signed(width: u8, bits: u64) -> i64 {
    let unused = 64 - u32::from(width);
    ((bits << unused) as i64) >> unused
}

/// The meaning of a binary operation on operands of `width` bits.
#[inline]
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

/// What a value depends on beside the state.
#[derive(Copy, Clone, Debug, Default)]
struct Depends {
    input: bool,
    position: bool,
}

/// What [`Exprs::substitute`] asks for each read of a variable, an element, an input or the position: the replacement.
pub type Replace<'a> = dyn FnMut(&mut Exprs, Expr) -> Option<ExprId> + 'a;

/// The arena.
#[derive(Clone, Default, Debug)]
pub struct Exprs {
    nodes: Vec<Expr>,
    widths: Vec<u8>,
    /// By expression: see [`Exprs::upper_bound`].
    bounds: Vec<u64>,
    /// By expression: what its value depends on beside the state.
    depends: Vec<Depends>,
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

    /// Forgets all but the first `count` expressions.
    pub fn keep_first(&mut self, count: usize) {
        for expr in self.nodes.drain(count.min(self.nodes.len())..) {
            self.ids.remove(&expr);
        }
        self.widths.truncate(count);
        self.bounds.truncate(count);
        self.depends.truncate(count);
    }

    /// The value, if it is a constant.
    pub fn as_const(&self, id: ExprId) -> Option<u64> {
        match self.get(id) {
            Expr::Const { bits, .. } => Some(bits),
            _ => None,
        }
    }

    pub(crate) fn intern(&mut self, expr: Expr, width: u8) -> ExprId {
        if let Some(&id) = self.ids.get(&expr) {
            return id;
        }
        // Whatever builds expressions without end can be stopped here.
        kulan_control::checkpoint();
        let id = ExprId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 expressions"));
        let bound = self.bound(expr, width);
        let depends = self.dependence(expr);
        self.nodes.push(expr);
        self.widths.push(width);
        self.bounds.push(bound);
        self.depends.push(depends);
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

    /// A bound on the value seen as unsigned, from the form of the expression alone.
    pub fn upper_bound(&self, e: ExprId) -> u64 {
        self.bounds[e.index()]
    }

    /// Whether the value depends on an [`Expr::Input`].
    pub fn has_input(&self, e: ExprId) -> bool {
        self.depends[e.index()].input
    }

    /// Whether the value depends on [`Expr::Position`].
    pub fn has_position(&self, e: ExprId) -> bool {
        self.depends[e.index()].position
    }

    /// [`Expr::Position`], if it was built.
    pub fn find_position(&self) -> Option<ExprId> {
        self.ids.get(&Expr::Position).copied()
    }

    /// What an operation depends on. Of an operand that does not exist, only validation should hear.
    fn dependence(&self, expr: Expr) -> Depends {
        let mut found = Depends { input: matches!(expr, Expr::Input { .. }), position: matches!(expr, Expr::Position) };
        expr.map(|operand| {
            let of = self.depends.get(operand.index()).copied().unwrap_or_default();
            found = Depends { input: found.input | of.input, position: found.position | of.position };
        });
        found
    }

    /// The bound of an operation from those of its operands. One that does not exist, which only validation should meet,
    /// can be anything.
    fn bound(&self, expr: Expr, width: u8) -> u64 {
        let all = mask(width);
        let of = |id: ExprId| self.bounds.get(id.index()).copied().unwrap_or(u64::MAX);
        let constant = |id: ExprId| self.nodes.get(id.index()).and(self.as_const(id));
        let within = |bound: Option<u64>| bound.filter(|&b| b <= all).unwrap_or(all);
        match expr {
            Expr::Const { bits, .. } => bits,
            Expr::ZeroExtend(_, inner) => of(inner).min(all),
            Expr::Ite(_, a, b) => of(a).max(of(b)).min(all),
            Expr::Binary(BinaryOp::And, a, b) => of(a).min(of(b)),
            Expr::Binary(BinaryOp::UnsignedRem, _, b) => match constant(b) {
                Some(k) if k > 0 => k - 1,
                _ => all,
            },
            Expr::Binary(BinaryOp::SignedRem, a, b) => match constant(b) {
                Some(k) if k > 0 && k <= all >> 1 && of(a) <= all >> 1 => k - 1,
                _ => all,
            },
            Expr::Binary(BinaryOp::Add, a, b) => within(of(a).checked_add(of(b))),
            Expr::Binary(BinaryOp::Mul, a, b) => within(of(a).checked_mul(of(b))),
            Expr::Extract { low, of: a, .. } => of(a).checked_shr(u32::from(low)).unwrap_or(0).min(all),
            Expr::Concat(a, b) => {
                let low = self.widths.get(b.index()).copied().unwrap_or(0);
                within(of(a).checked_mul(1 << (low & 63)).and_then(|high| high.checked_add(of(b))))
            }
            _ => all,
        }
    }

    /// The operands of an expression, at most three.
    pub fn operands(&self, id: ExprId) -> impl Iterator<Item = ExprId> + use<> {
        let (mut list, mut count) = ([None; 3], 0);
        self.get(id).map(|operand| {
            list[count] = Some(operand);
            count += 1;
        });
        list.into_iter().flatten()
    }

    /// The expression with each read replaced: `replace` says by what, `None` keeps it. An array element it is given has the
    /// index after replacement.
    pub fn substitute(
        &mut self,
        id: ExprId,
        memo: &mut FxHashMap<ExprId, ExprId>,
        replace: &mut Replace<'_>,
    ) -> ExprId {
        if let Some(&done) = memo.get(&id) {
            return done;
        }
        let width = self.width(id);
        let expr = self.get(id).map(|operand| self.substitute(operand, memo, replace));
        let replaced = match expr {
            Expr::Var(_) | Expr::Element(..) | Expr::Input { .. } | Expr::Position => replace(self, expr),
            _ => None,
        };
        let result = replaced.unwrap_or_else(|| self.build(expr, width));
        memo.insert(id, result);
        result
    }

    /// An expression of other expressions, about the same variables.
    pub fn adopt(&mut self, others: &Exprs, id: ExprId, memo: &mut FxHashMap<ExprId, ExprId>) -> ExprId {
        if let Some(&done) = memo.get(&id) {
            return done;
        }
        let expr = others.get(id).map(|operand| self.adopt(others, operand, memo));
        let own = self.build(expr, others.width(id));
        memo.insert(id, own);
        own
    }

    /// The value that the element at an index, of any width, gets from a [`crate::Target::Fill`] with this value. It is one
    /// of the array's elements.
    pub fn at_position(&mut self, value: ExprId, index: ExprId) -> ExprId {
        if !self.has_position(value) {
            return value;
        }
        let index = match self.width(index) {
            narrow if narrow <= POSITION_WIDTH => self.zero_extend(POSITION_WIDTH, index),
            _ => self.truncate(POSITION_WIDTH, index),
        };
        self.substitute(value, &mut FxHashMap::default(), &mut |_, read| (read == Expr::Position).then_some(index))
    }
}
