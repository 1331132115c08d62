//! BTOR2: the word-level format of the hardware model checking competition.

use std::collections::BTreeMap;
use std::fmt::Write;

use kulan_ir::{BinaryOp, Expr, ExprId, VarId};
use rustc_hash::FxHashMap;

use crate::words::{Words, needed};

/// The functions of a system in BTOR2. The one bad property says that something is violated.
pub fn btor2(words: &Words) -> String {
    let mut writer = Writer {
        words,
        out: String::new(),
        lines: 0,
        sorts: BTreeMap::new(),
        nodes: FxHashMap::default(),
        variables: FxHashMap::default(),
    };
    writer.all();
    writer.out
}

struct Writer<'w> {
    words: &'w Words,
    out: String,
    lines: u64,
    /// By width.
    sorts: BTreeMap<u8, u64>,
    nodes: FxHashMap<ExprId, u64>,
    variables: FxHashMap<VarId, u64>,
}

impl Writer<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) -> u64 {
        self.lines += 1;
        let _ = writeln!(self.out, "{} {text}", self.lines);
        self.lines
    }

    fn sort(&mut self, width: u8) -> u64 {
        match self.sorts.get(&width) {
            Some(&sort) => sort,
            None => {
                let sort = self.line(format_args!("sort bitvec {width}"));
                self.sorts.insert(width, sort);
                sort
            }
        }
    }

    fn constant(&mut self, width: u8, bits: u64) -> u64 {
        let sort = self.sort(width);
        self.line(format_args!("const {sort} {bits:0width$b}", width = usize::from(width)))
    }

    fn all(&mut self) {
        let words = self.words;
        let _ = writeln!(
            self.out,
            "; {}, by kulan: input `choice` is the number of the transition",
            symbol(&words.system.name)
        );
        for input in &words.inputs {
            let sort = self.sort(input.width);
            let line = self.line(format_args!("input {sort} {}", symbol(&input.name)));
            self.variables.insert(input.variable, line);
        }
        for state in &words.states {
            let initial = self.constant(state.width, state.initial);
            let sort = self.sort(state.width);
            let line = self.line(format_args!("state {sort} {}", symbol(&state.name)));
            self.line(format_args!("init {sort} {line} {initial}"));
            self.variables.insert(state.variable, line);
        }
        let roots: Vec<ExprId> = words.states.iter().map(|s| s.next).chain([words.bad]).collect();
        for id in needed(&words.system.exprs, &roots) {
            let line = self.node(id);
            self.nodes.insert(id, line);
        }
        for state in &words.states {
            let sort = self.sort(state.width);
            let (place, next) = (self.variables[&state.variable], self.nodes[&state.next]);
            self.line(format_args!("next {sort} {place} {next}"));
        }
        let bad = self.nodes[&words.bad];
        self.line(format_args!("bad {bad} violated"));
    }

    fn node(&mut self, id: ExprId) -> u64 {
        let exprs = &self.words.system.exprs;
        let width = exprs.width(id);
        let sort = self.sort(width);
        let operands = exprs.get(id).map(|operand| (self.nodes[&operand], exprs.width(operand)));
        match operands {
            Expr::Const { bits, .. } => self.constant(width, bits),
            Expr::Var(v) => self.variables[&v],
            Expr::Element(..) | Expr::Input { .. } | Expr::Position => unreachable!("these were replaced by words"),
            Expr::Not((a, _)) => self.line(format_args!("not {sort} {a}")),
            Expr::Neg((a, _)) => self.line(format_args!("neg {sort} {a}")),
            Expr::Binary(op, (a, from), (b, _)) => self.binary(op, sort, from, a, b),
            Expr::Ite((c, _), (a, _), (b, _)) => self.line(format_args!("ite {sort} {c} {a} {b}")),
            Expr::ZeroExtend(_, (a, from)) => self.line(format_args!("uext {sort} {a} {}", width - from)),
            Expr::SignExtend(_, (a, from)) => self.line(format_args!("sext {sort} {a} {}", width - from)),
            Expr::Extract { low, of: (a, _), .. } => {
                self.line(format_args!("slice {sort} {a} {} {low}", low + width - 1))
            }
            Expr::Concat((a, _), (b, _)) => self.line(format_args!("concat {sort} {a} {b}")),
        }
    }

    fn binary(&mut self, op: BinaryOp, sort: u64, width: u8, a: u64, b: u64) -> u64 {
        let result = self.line(format_args!("{} {sort} {a} {b}", name(op)));
        if !divides(op) {
            return result;
        }
        // Zero where the divisor is.
        let (truth, zero) = (self.sort(1), self.constant(width, 0));
        let is_zero = self.line(format_args!("eq {truth} {b} {zero}"));
        self.line(format_args!("ite {sort} {is_zero} {zero} {result}"))
    }
}

/// Whether it is a division or a remainder, which formats define differently for zero.
pub(crate) fn divides(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, SignedDiv | SignedRem | UnsignedDiv | UnsignedRem)
}

fn name(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Add => "add",
        Sub => "sub",
        Mul => "mul",
        SignedDiv => "sdiv",
        SignedRem => "srem",
        UnsignedDiv => "udiv",
        UnsignedRem => "urem",
        And => "and",
        Or => "or",
        Xor => "xor",
        ShiftLeft => "sll",
        LogicalShiftRight => "srl",
        ArithmeticShiftRight => "sra",
        Equal => "eq",
        UnsignedLess => "ult",
        UnsignedLessEqual => "ulte",
        SignedLess => "slt",
        SignedLessEqual => "slte",
    }
}

/// A name without blanks and comments.
fn symbol(name: &str) -> String {
    let plain = |c: char| if c.is_whitespace() || c.is_control() || c == ';' { '_' } else { c };
    if name.is_empty() { "_".to_string() } else { name.chars().map(plain).collect() }
}
