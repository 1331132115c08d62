//! Expressions as text.
//!
//! A large expression that is used more than once, and one that nests too deep, is printed once under a number.

use std::collections::HashMap;
use std::fmt::Write;

use super::names::reference;
use super::operator::{COMPARISON, UNARY, by_op};
use crate::expr::{mask, signed};
use crate::{BinaryOp, Expr, ExprId, System, VarId};

/// Expressions of at least this many operations are shared if they are used twice.
const SHARE: u32 = 16;
/// Nesting of what is printed in one piece.
const DEEP: u32 = 32;

/// Prints the expressions of one system.
pub(super) struct ExprPrinter<'s> {
    system: &'s System,
    /// How variables are referred to.
    variables: Vec<String>,
    /// The numbers of shared expressions.
    shared: HashMap<ExprId, usize>,
}

impl<'s> ExprPrinter<'s> {
    /// A printer for the expressions below `roots`.
    pub(super) fn new(system: &'s System, roots: &[ExprId]) -> ExprPrinter<'s> {
        let names = || system.variables.iter().map(|v| v.name.as_str());
        let variables = (0..system.variables.len()).map(|i| reference(i, names())).collect();
        ExprPrinter { system, variables, shared: shared(system, roots) }
    }

    /// How a variable is referred to.
    pub(super) fn variable(&self, var: VarId) -> &str {
        &self.variables[var.index()]
    }

    /// The shared expressions in order, with their numbers.
    pub(super) fn definitions(&self) -> Vec<(usize, String)> {
        let mut list: Vec<(usize, ExprId)> = self.shared.iter().map(|(&e, &n)| (n, e)).collect();
        list.sort_unstable();
        list.into_iter().map(|(n, e)| (n, self.with_width(e, None, true))).collect()
    }

    /// An expression where the text says nothing of its width.
    pub(super) fn sized(&self, id: ExprId) -> String {
        self.with_width(id, None, false)
    }

    /// An expression where its width is known.
    pub(super) fn expected(&self, id: ExprId) -> String {
        self.with_width(id, Some(self.system.exprs.width(id)), false)
    }

    /// An index; 32 bits go without saying.
    pub(super) fn index(&self, id: ExprId) -> String {
        self.with_width(id, Some(32).filter(|&w| w == self.system.exprs.width(id)), false)
    }

    fn with_width(&self, id: ExprId, expected: Option<u8>, define: bool) -> String {
        let mut out = String::new();
        self.print(id, 0, expected, define, &mut out);
        out
    }

    /// Prints with parentheses if the operator binds less than `level`. `define` prints a shared expression itself.
    fn print(&self, id: ExprId, level: u8, expected: Option<u8>, define: bool, out: &mut String) {
        if !define && let Some(number) = self.shared.get(&id) {
            let _ = write!(out, "${number}");
            return;
        }
        match self.system.exprs.get(id) {
            Expr::Const { width, bits } => self.constant(width, bits, expected, out),
            Expr::Var(v) => out.push_str(self.variable(v)),
            Expr::Element(v, index) => {
                let _ = write!(out, "{}[{}]", self.variable(v), self.index(index));
            }
            Expr::Input { index, width } => {
                let _ = write!(out, "input({index}, {width})");
            }
            Expr::Position => out.push_str("position"),
            Expr::Not(a) => self.complement(a, level, expected, out),
            Expr::Neg(a) if self.system.exprs.as_const(a).is_some() => {
                let _ = write!(out, "-({})", self.with_width(a, expected, false));
            }
            Expr::Neg(a) => {
                out.push('-');
                self.print(a, UNARY, expected, false, out);
            }
            Expr::Binary(op, a, b) => self.binary(op, false, a, b, level, expected, out),
            Expr::Ite(c, a, b) => {
                let (wa, wb) = self.widths_said(a, b, expected);
                let (a, b) = (self.with_width(a, wa, false), self.with_width(b, wb, false));
                let _ = write!(out, "ite({}, {a}, {b})", self.expected(c));
            }
            Expr::ZeroExtend(w, a) => self.convert("zext", w, a, out),
            Expr::SignExtend(w, a) => self.convert("sext", w, a, out),
            Expr::Extract { low: 0, width, of } => self.convert("trunc", width, of, out),
            Expr::Extract { low, width, of } => {
                let _ = write!(out, "extract({low}, {width}, {})", self.sized(of));
            }
            Expr::Concat(a, b) => {
                let _ = write!(out, "concat({}, {})", self.sized(a), self.sized(b));
            }
        }
    }

    fn convert(&self, name: &str, width: u8, a: ExprId, out: &mut String) {
        let _ = write!(out, "{name}({width}, {})", self.sized(a));
    }

    fn constant(&self, width: u8, bits: u64, expected: Option<u8>, out: &mut String) {
        let value = signed(width, bits);
        let small = width >= 16 && (-1000..0).contains(&value);
        let _ = match (width, small, expected == Some(width)) {
            (1, ..) => write!(out, "{}", bits == 1),
            (_, true, true) => write!(out, "{value}"),
            (_, true, false) => write!(out, "{value}:{width}"),
            (_, false, true) => write!(out, "{bits}"),
            (_, false, false) => write!(out, "{}:{width}", bits & mask(width)),
        };
    }

    /// The complement of a comparison has a sign of its own, unless the comparison is printed elsewhere.
    fn complement(&self, a: ExprId, level: u8, expected: Option<u8>, out: &mut String) {
        if let Expr::Binary(op, x, y) = self.system.exprs.get(a)
            && op.is_comparison()
            && !self.shared.contains_key(&a)
        {
            return self.binary(op, true, x, y, level, expected, out);
        }
        out.push(if self.system.exprs.width(a) == 1 { '!' } else { '~' });
        self.print(a, UNARY, expected, false, out);
    }

    #[allow(clippy::too_many_arguments)]
    fn binary(
        &self,
        op: BinaryOp,
        complement: bool,
        a: ExprId,
        b: ExprId,
        level: u8,
        expected: Option<u8>,
        out: &mut String,
    ) {
        let operator = by_op(op, complement).expect("every operation has a sign, every comparison a complement");
        let right = operator.level + 1;
        let left = if operator.level == COMPARISON { right } else { operator.level };
        let (wa, wb) = self.widths_said(a, b, expected.filter(|_| !op.is_comparison()));
        let parentheses = operator.level < level;
        out.push_str(if parentheses { "(" } else { "" });
        self.print(a, left, wa, false, out);
        let _ = write!(out, " {} ", operator.sign);
        self.print(b, right, wb, false, out);
        out.push_str(if parentheses { ")" } else { "" });
    }

    /// The widths that are known where two expressions of one width stand side by side: if the context says nothing, one
    /// of them must say its own, and the other takes it over.
    fn widths_said(&self, a: ExprId, b: ExprId, context: Option<u8>) -> (Option<u8>, Option<u8>) {
        let exprs = &self.system.exprs;
        let known = Some(exprs.width(a));
        match context {
            Some(_) => (known, known),
            None if exprs.as_const(a).is_some() && exprs.as_const(b).is_none() => (known, None),
            None => (None, known),
        }
    }
}

/// Which expressions below the roots are printed once, numbered from 1 in order.
fn shared(system: &System, roots: &[ExprId]) -> HashMap<ExprId, usize> {
    let exprs = &system.exprs;
    let mut uses = vec![0u32; exprs.len()];
    for root in roots {
        uses[root.index()] += 1;
    }
    for id in exprs.ids().rev() {
        if uses[id.index()] > 0 {
            exprs.operands(id).for_each(|o| uses[o.index()] += 1);
        }
    }
    let (mut size, mut depth) = (vec![1u32; exprs.len()], vec![0u32; exprs.len()]);
    let mut result = HashMap::new();
    for id in exprs.ids().filter(|id| uses[id.index()] > 0) {
        let i = id.index();
        size[i] = exprs.operands(id).fold(1, |n, o| n.saturating_add(size[o.index()]));
        depth[i] = exprs.operands(id).map(|o| depth[o.index()] + 1).max().unwrap_or(0);
        if (uses[i] > 1 && size[i] >= SHARE) || depth[i] >= DEEP {
            result.insert(id, result.len() + 1);
            (size[i], depth[i]) = (1, 0);
        }
    }
    result
}
