//! Expressions of the IR as text, used to explain why something is blocked.

use std::cell::Cell;

use kulan_ir::{BinaryOp, Display, Expr, ExprId, System, VarId, Variable};
use rustc_hash::FxHashSet;

/// The text of an expression, in the terms of the source where possible.
pub fn expr_text(system: &System, id: ExprId) -> String {
    Printer { system, left: Cell::new(MOST) }.print(id, false)
}

/// The variables that an expression reads, for showing their values.
pub fn variables(system: &System, id: ExprId, out: &mut Vec<usize>) {
    let note = &mut |v: VarId| {
        if !out.contains(&v.index()) {
            out.push(v.index());
        }
    };
    system.exprs.reads(id, &mut FxHashSet::default(), note);
}

/// Maximum number of operations printed: a composed expression may be large, and nobody reads it to the end.
const MOST: u32 = 400;

struct Printer<'a> {
    system: &'a System,
    /// Operations that may still be printed.
    left: Cell<u32>,
}

impl Printer<'_> {
    fn print(&self, id: ExprId, inner: bool) -> String {
        let exprs = &self.system.exprs;
        if self.left.get() == 0 {
            return "…".into();
        }
        self.left.set(self.left.get() - 1);
        match exprs.get(id) {
            Expr::Const { width, bits } => number(width, bits),
            Expr::Var(v) => self.system.variables[v.index()].name.clone(),
            Expr::Element(v, index) => {
                let variable = &self.system.variables[v.index()];
                match exprs.as_const(index) {
                    Some(index) => variable.element_name(index as usize),
                    None => kulan_ir::indexed_by(&variable.name, &self.print(index, false)),
                }
            }
            Expr::Input { index, .. } => format!("input {index}"),
            Expr::Position => "position".into(),
            Expr::Not(a) => self.negated(a),
            Expr::Neg(a) => format!("-{}", self.print(a, true)),
            Expr::Binary(op, a, b) => self.binary(op, a, b, inner, false),
            Expr::Ite(c, a, b) => {
                format!("({} -> {} : {})", self.print(c, true), self.print(a, true), self.print(b, true))
            }
            Expr::ZeroExtend(_, a) | Expr::SignExtend(_, a) | Expr::Extract { low: 0, of: a, .. } => {
                self.print(a, inner)
            }
            Expr::Extract { low, of, .. } => format!("({} >> {low})", self.print(of, true)),
            Expr::Concat(a, b) => format!("({} . {})", self.print(a, true), self.print(b, true)),
        }
    }

    fn negated(&self, a: ExprId) -> String {
        match self.system.exprs.get(a) {
            Expr::Binary(op, x, y) if op.is_comparison() => self.binary(op, x, y, false, true),
            _ => format!("!{}", self.print(a, true)),
        }
    }

    fn binary(&self, op: BinaryOp, a: ExprId, b: ExprId, inner: bool, negated: bool) -> String {
        // The IR has no operand order; people write the constant last.
        let is_swapped = matches!(op, BinaryOp::Equal) && self.system.exprs.as_const(a).is_some();
        let (a, b) = if is_swapped { (b, a) } else { (a, b) };
        let (left, right) = match (self.constant(a, b), self.constant(b, a)) {
            (_, Some(value)) => (self.print(a, true), value),
            (Some(value), None) => (value, self.print(b, true)),
            (None, None) => (self.print(a, true), self.print(b, true)),
        };
        let is_truth = self.system.exprs.width(a) == 1;
        let text = match (op, negated) {
            (BinaryOp::SignedLess | BinaryOp::UnsignedLess, true) => format!("{left} >= {right}"),
            (BinaryOp::SignedLessEqual | BinaryOp::UnsignedLessEqual, true) => format!("{left} > {right}"),
            (BinaryOp::Equal, true) => format!("{left} != {right}"),
            _ => format!("{left} {} {right}", symbol(op, is_truth)),
        };
        if inner { format!("({text})") } else { text }
    }

    /// A constant in the terms of what it is compared with.
    fn constant(&self, constant: ExprId, other: ExprId) -> Option<String> {
        let value = self.system.exprs.as_const(constant)?;
        let variable = self.variable(other)?;
        match &variable.display {
            Display::Hidden | Display::Number => None,
            _ => Some(kulan_trace::display_value(variable, value)),
        }
    }

    fn variable(&self, id: ExprId) -> Option<&Variable> {
        match self.system.exprs.get(id) {
            Expr::Var(v) | Expr::Element(v, _) => Some(&self.system.variables[v.index()]),
            Expr::ZeroExtend(_, a) | Expr::SignExtend(_, a) => self.variable(a),
            _ => None,
        }
    }
}

fn number(width: u8, bits: u64) -> String {
    match width {
        1 => (bits == 1).to_string(),
        32 => (bits as u32 as i32).to_string(),
        _ => bits.to_string(),
    }
}

fn symbol(op: BinaryOp, is_truth: bool) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::SignedDiv | BinaryOp::UnsignedDiv => "/",
        BinaryOp::SignedRem | BinaryOp::UnsignedRem => "%",
        BinaryOp::And if is_truth => "&&",
        BinaryOp::Or if is_truth => "||",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::LogicalShiftRight | BinaryOp::ArithmeticShiftRight => ">>",
        BinaryOp::Equal => "==",
        BinaryOp::UnsignedLess | BinaryOp::SignedLess => "<",
        BinaryOp::UnsignedLessEqual | BinaryOp::SignedLessEqual => "<=",
    }
}
