//! Expressions laid out for evaluation over cells, again and again.

use kulan_ir::expr::{evaluate_binary, mask, signed};
use kulan_ir::{BinaryOp, Expr, ExprId, Exprs};
use rustc_hash::FxHashMap;

use crate::cells::Cells;
use crate::partial::Partial;

#[derive(Copy, Clone, Debug)]
enum Op {
    Const(u64),
    Cell(u32),
    Element {
        first: u32,
        length: u32,
        index: u32,
    },
    Not(u32),
    Neg(u32),
    Binary(BinaryOp, u8, u32, u32),
    Ite(u32, u32, u32),
    SignExtend(u8, u32),
    ZeroExtend(u8, u32),
    Extract(u8, u32),
    /// The operands, and the width of the second.
    Concat(u32, u32, u8),
}

/// An expression without reads of lumped arrays, operands before what they are used in.
#[derive(Debug, Default)]
pub struct Tape {
    ops: Vec<(Op, u64)>,
}

impl Tape {
    /// An expression laid out for evaluation.
    pub fn new(exprs: &Exprs, cells: &Cells, root: ExprId) -> Tape {
        let mut tape = Tape { ops: Vec::new() };
        tape.add(exprs, cells, root, &mut FxHashMap::default());
        tape
    }

    /// An expression that reads nothing but `read`, over a state that is but the value of that.
    pub fn of_read(exprs: &Exprs, cells: &Cells, root: ExprId, read: ExprId) -> Tape {
        let mut tape = Tape { ops: vec![(Op::Cell(0), mask(exprs.width(read)))] };
        tape.add(exprs, cells, root, &mut FxHashMap::from_iter([(read, 0)]));
        tape
    }

    fn add(&mut self, exprs: &Exprs, cells: &Cells, id: ExprId, seen: &mut FxHashMap<ExprId, u32>) -> u32 {
        if let Some(&slot) = seen.get(&id) {
            return slot;
        }
        let mut of = |tape: &mut Tape, id| tape.add(exprs, cells, id, seen);
        let op = match exprs.get(id) {
            Expr::Const { bits, .. } => Op::Const(bits),
            Expr::Var(v) => Op::Cell(cells.all(v).start as u32),
            Expr::Element(v, index) => {
                debug_assert!(!cells.is_lumped(v));
                let all = cells.all(v);
                Op::Element { first: all.start as u32, length: all.len() as u32, index: of(self, index) }
            }
            Expr::Input { .. } => unreachable!("inputs are variables in questions"),
            Expr::Position => unreachable!("questions are about single elements, which have no position"),
            Expr::Not(a) => Op::Not(of(self, a)),
            Expr::Neg(a) => Op::Neg(of(self, a)),
            Expr::Binary(op, a, b) => Op::Binary(op, exprs.width(a), of(self, a), of(self, b)),
            Expr::Ite(c, a, b) => Op::Ite(of(self, c), of(self, a), of(self, b)),
            Expr::SignExtend(_, a) => Op::SignExtend(exprs.width(a), of(self, a)),
            Expr::ZeroExtend(_, a) => Op::ZeroExtend(exprs.width(a), of(self, a)),
            Expr::Extract { low, of: a, .. } => Op::Extract(low, of(self, a)),
            Expr::Concat(a, b) => Op::Concat(of(self, a), of(self, b), exprs.width(b)),
        };
        self.ops.push((op, mask(exprs.width(id))));
        let slot = self.ops.len() as u32 - 1;
        seen.insert(id, slot);
        slot
    }

    /// How much work an evaluation is.
    pub fn operations(&self) -> usize {
        self.ops.len()
    }

    /// The value in a state given by cell; `slots` is scratch space.
    pub fn evaluate(&self, state: &[u64], slots: &mut Vec<u64>) -> u64 {
        slots.clear();
        for &(op, mask) in &self.ops {
            let at = |slot: u32| slots[slot as usize];
            let value = match op {
                Op::Const(bits) => bits,
                Op::Cell(cell) => state[cell as usize],
                Op::Element { first, length, index } => match at(index) {
                    i if i < u64::from(length) => state[first as usize + i as usize],
                    _ => 0,
                },
                Op::Not(a) => !at(a),
                Op::Neg(a) => at(a).wrapping_neg(),
                Op::Binary(op, width, a, b) => evaluate_binary(op, width, at(a), at(b)),
                Op::Ite(c, a, b) => at(if at(c) == 1 { a } else { b }),
                Op::SignExtend(width, a) => signed(width, at(a)) as u64,
                Op::ZeroExtend(_, a) => at(a),
                Op::Extract(low, a) => at(a) >> low,
                Op::Concat(a, b, low) => at(a) << low | at(b),
            };
            slots.push(value & mask);
        }
        slots.last().copied().unwrap_or(0)
    }

    /// As [`Tape::evaluate`], in a state of which not all cells are known.
    pub fn evaluate_partly(&self, state: &[Option<u64>], slots: &mut Vec<Partial>) -> Partial {
        slots.clear();
        let cell = |cell: u32| state[cell as usize].map_or(Partial::cell(cell), Partial::Known);
        for &(op, mask) in &self.ops {
            let at = |slot: u32| slots[slot as usize];
            let value = match op {
                Op::Const(bits) => Partial::Known(bits),
                Op::Cell(c) => cell(c),
                Op::Element { first, length, index } => match at(index) {
                    Partial::Known(i) if i < u64::from(length) => cell(first + i as u32),
                    Partial::Known(_) => Partial::Known(0),
                    unknown => unknown.behind(),
                },
                Op::Not(a) => at(a).map(|x| !x & mask),
                Op::Neg(a) => at(a).map(|x| x.wrapping_neg() & mask),
                Op::Binary(op, width, a, b) => Partial::binary(op, width, mask, at(a), at(b)),
                Op::Ite(c, a, b) => match at(c) {
                    Partial::Known(c) => at(if c == 1 { a } else { b }),
                    _ if at(a).same(at(b)) => at(a),
                    unknown => unknown.behind(),
                },
                Op::SignExtend(width, a) => at(a).extend(width, true, |x| signed(width, x) as u64 & mask),
                Op::ZeroExtend(width, a) => at(a).extend(width, false, |x| x),
                Op::Extract(0, a) => at(a).truncate(mask),
                Op::Extract(low, a) => at(a).map(|x| x >> low & mask),
                Op::Concat(a, b, low) => match (at(a), at(b)) {
                    (Partial::Known(x), Partial::Known(y)) => Partial::Known(x << low | y),
                    (Partial::Known(_), unknown) | (unknown, _) => unknown.behind(),
                },
            };
            slots.push(value);
        }
        slots.last().copied().unwrap_or(Partial::Known(0))
    }
}
