//! SMT-LIB 2, in the logic of bit-vectors.

use std::fmt::Write;

use kulan_ir::{BinaryOp, Expr, ExprId, Exprs, VarId};
use rustc_hash::FxHashMap;

use crate::btor2::divides;
use crate::words::{StateWord, Words, needed};

/// How to use the definitions, for people.
const USE: &str = "\
; init, trans and bad are the initial states, the steps and the violations of a system, over the constants that are declared here:
; the state |x|, the inputs, and the next state |next x|. To look for a violation of the initial state:
;   (assert (and init bad))
;   (check-sat)
; A choice that cannot fire changes nothing. All shared terms (e1, e2, ...) are functions of the state and the inputs.
";

/// The functions of a system as definitions of init, trans and bad.
pub fn smt2(words: &Words) -> String {
    let now = |s: &StateWord| quoted(&s.name);
    let then = |s: &StateWord| quoted(&format!("next {}", s.name));
    let mut names: FxHashMap<VarId, String> = words.states.iter().map(|s| (s.variable, now(s))).collect();
    names.extend(words.inputs.iter().map(|i| (i.variable, quoted(&i.name))));
    let mut out = format!("; {}, by kulan\n{USE}(set-logic QF_BV)\n", words.system.name.replace(char::is_control, " "));
    let states = words.states.iter().flat_map(|s| [(now(s), s.width), (then(s), s.width)]);
    let inputs = words.inputs.iter().map(|i| (quoted(&i.name), i.width));
    for (name, width) in states.chain(inputs) {
        let _ = writeln!(out, "(declare-const {name} {})", sort(width));
    }
    let roots: Vec<ExprId> = words.states.iter().map(|s| s.next).chain([words.bad]).collect();
    out += &definitions(&words.system.exprs, &roots, "", &|v| names[&v].clone());
    let initial = |s: &StateWord| format!("(= {} {})", now(s), constant(s.width, s.initial));
    let step = |s: &StateWord| format!("(= {} {})", then(s), reference("", s.next));
    let init = conjunction(&words.states.iter().map(initial).collect::<Vec<_>>());
    let trans = conjunction(&words.states.iter().map(step).collect::<Vec<_>>());
    let bad = holds("", words.bad);
    for (name, term) in [("init", init), ("trans", trans), ("bad", bad)] {
        let _ = writeln!(out, "(define-fun {name} () Bool {term})");
    }
    out
}

/// Definitions of all expressions below some others, each under its [`reference`], in terms of names of variables.
pub fn definitions(exprs: &Exprs, roots: &[ExprId], prefix: &str, variable: &dyn Fn(VarId) -> String) -> String {
    let mut out = String::new();
    for id in needed(exprs, roots) {
        let text = operation(exprs, id, &|o| reference(prefix, o), variable);
        let _ = writeln!(out, "(define-fun {} () {} {text})", reference(prefix, id), sort(exprs.width(id)));
    }
    out
}

/// The name of an expression that was defined.
pub fn reference(prefix: &str, id: ExprId) -> String {
    format!("{prefix}e{}", id.index())
}

/// That a condition that was defined holds.
pub fn holds(prefix: &str, id: ExprId) -> String {
    format!("(= {} #b1)", reference(prefix, id))
}

/// That all terms hold.
pub fn conjunction(terms: &[String]) -> String {
    match terms {
        [] => "true".to_string(),
        [one] => one.clone(),
        all => format!("(and {})", all.join(" ")),
    }
}

/// A symbol that can have any characters but two.
fn quoted(name: &str) -> String {
    format!("|{}|", name.replace(['|', '\\'], "_"))
}

/// The sort of bit-vectors of a width.
pub fn sort(width: u8) -> String {
    format!("(_ BitVec {width})")
}

/// A bit-vector.
pub fn constant(width: u8, bits: u64) -> String {
    format!("#b{bits:0width$b}", width = usize::from(width))
}

fn operation(exprs: &Exprs, id: ExprId, name: &dyn Fn(ExprId) -> String, variable: &dyn Fn(VarId) -> String) -> String {
    let width = exprs.width(id);
    match exprs.get(id).map(|o| (name(o), exprs.width(o))) {
        Expr::Const { bits, .. } => constant(width, bits),
        Expr::Var(v) => variable(v),
        Expr::Element(..) | Expr::Input { .. } | Expr::Position => unreachable!("these were replaced by words"),
        Expr::Not((a, _)) => format!("(bvnot {a})"),
        Expr::Neg((a, _)) => format!("(bvneg {a})"),
        Expr::Binary(op, (a, from), (b, _)) => binary(op, from, &a, &b),
        Expr::Ite((c, _), (a, _), (b, _)) => format!("(ite (= {c} #b1) {a} {b})"),
        Expr::ZeroExtend(_, (a, from)) => format!("((_ zero_extend {}) {a})", width - from),
        Expr::SignExtend(_, (a, from)) => format!("((_ sign_extend {}) {a})", width - from),
        Expr::Extract { low, of: (a, _), .. } => format!("((_ extract {} {low}) {a})", low + width - 1),
        Expr::Concat((a, _), (b, _)) => format!("(concat {a} {b})"),
    }
}

fn binary(op: BinaryOp, width: u8, a: &str, b: &str) -> String {
    use BinaryOp::*;
    let name = match op {
        Add => "bvadd",
        Sub => "bvsub",
        Mul => "bvmul",
        SignedDiv => "bvsdiv",
        SignedRem => "bvsrem",
        UnsignedDiv => "bvudiv",
        UnsignedRem => "bvurem",
        And => "bvand",
        Or => "bvor",
        Xor => "bvxor",
        ShiftLeft => "bvshl",
        LogicalShiftRight => "bvlshr",
        ArithmeticShiftRight => "bvashr",
        Equal => "=",
        UnsignedLess => "bvult",
        UnsignedLessEqual => "bvule",
        SignedLess => "bvslt",
        SignedLessEqual => "bvsle",
    };
    match () {
        () if op.is_comparison() => format!("(ite ({name} {a} {b}) #b1 #b0)"),
        () if divides(op) => {
            let zero = constant(width, 0);
            format!("(ite (= {b} {zero}) {zero} ({name} {a} {b}))")
        }
        () => format!("({name} {a} {b})"),
    }
}
