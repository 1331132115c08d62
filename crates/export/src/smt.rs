//! SMT-LIB 2, in the logic of bit-vectors.

use std::fmt::Write;

use kulan_ir::{BinaryOp, Expr, ExprId, Exprs, VarId};
use rustc_hash::FxHashMap;

use crate::btor2::divides;
use crate::words::{StateWord, Words, needed};

/// How to use the functions, for people.
const USE: &str = "\
; init, trans and bad are the initial states, the steps and the violations of a system. To look for a violation after one
; step, declare two states and the inputs of two steps, and then
;   (assert (and (init s...) (trans s... i... t...) (bad t... j...)))
;   (check-sat)
; A choice that cannot fire changes nothing. Parameters come in the order in which the functions list them.
";

/// The functions of a system as definitions of init, trans and bad.
pub fn smt2(words: &Words) -> String {
    let exprs = &words.system.exprs;
    let now: Vec<String> = words.states.iter().map(|s| quoted(&s.name)).collect();
    let then: Vec<String> = words.states.iter().map(|s| quoted(&format!("next {}", s.name))).collect();
    let inputs: Vec<String> = words.inputs.iter().map(|i| quoted(&i.name)).collect();
    let state = |names: &[String]| parameters(names, words.states.iter().map(|s| s.width));
    let outside = parameters(&inputs, words.inputs.iter().map(|i| i.width));
    let mut names: FxHashMap<VarId, String> = FxHashMap::default();
    names.extend(words.states.iter().map(|s| s.variable).zip(now.clone()));
    names.extend(words.inputs.iter().map(|i| i.variable).zip(inputs));
    let initial = |(s, name): (&StateWord, &String)| format!("(= {name} {})", constant(s.width, s.initial));
    let init: Vec<String> = words.states.iter().zip(&now).map(initial).collect();
    let next: Vec<ExprId> = words.states.iter().map(|s| s.next).collect();
    let step = |operands: &[String]| {
        let equal: Vec<String> = then.iter().zip(operands).map(|(t, o)| format!("(= {t} {o})")).collect();
        conjunction(&equal)
    };
    let mut out = format!("; {}, by kulan\n{USE}(set-logic QF_BV)\n", words.system.name.replace(char::is_control, " "));
    let _ = writeln!(out, "(define-fun init ({}) Bool {})", state(&now), conjunction(&init));
    let trans = shared(exprs, &names, &next, step);
    let _ = writeln!(out, "(define-fun trans ({} {outside} {}) Bool {trans})", state(&now), state(&then));
    let bad = shared(exprs, &names, &[words.bad], |operands| format!("(= {} #b1)", operands[0]));
    let _ = writeln!(out, "(define-fun bad ({} {outside}) Bool {bad})", state(&now));
    out
}

/// A definition of the states in which some conditions hold, given in the form of [`Words`]; its parameters are those of init.
pub fn predicate(words: &Words, name: &str, conditions: &[ExprId]) -> String {
    let now: Vec<String> = words.states.iter().map(|s| quoted(&s.name)).collect();
    let names = words.states.iter().map(|s| s.variable).zip(now.clone()).collect();
    let body = shared(&words.system.exprs, &names, conditions, |operands| {
        let hold: Vec<String> = operands.iter().map(|o| format!("(= {o} #b1)")).collect();
        conjunction(&hold)
    });
    let parameters = parameters(&now, words.states.iter().map(|s| s.width));
    format!("(define-fun {name} ({parameters}) Bool {body})\n")
}

fn reference(id: ExprId) -> String {
    format!("e{}", id.index())
}

/// A term over expressions, which are given names first, those of one height at once.
fn shared(
    exprs: &Exprs,
    names: &FxHashMap<VarId, String>,
    roots: &[ExprId],
    term: impl Fn(&[String]) -> String,
) -> String {
    let list = needed(exprs, roots);
    let mut height: FxHashMap<ExprId, usize> = FxHashMap::default();
    let mut levels: Vec<Vec<ExprId>> = Vec::new();
    for id in list {
        let level = exprs.operands(id).map(|o| height[&o] + 1).max().unwrap_or(0);
        height.insert(id, level);
        levels.resize(levels.len().max(level + 1), Vec::new());
        levels[level].push(id);
    }
    let mut out = String::new();
    for level in &levels {
        let bind =
            |&id: &ExprId| format!("({} {})", reference(id), operation(exprs, id, &reference, &|v| names[&v].clone()));
        let bindings: Vec<String> = level.iter().map(bind).collect();
        let _ = write!(out, "\n(let ({})", bindings.join(" "));
    }
    let operands: Vec<String> = roots.iter().map(|&root| reference(root)).collect();
    out + "\n" + &term(&operands) + &")".repeat(levels.len())
}

fn parameters(names: &[String], widths: impl Iterator<Item = u8>) -> String {
    let all: Vec<String> = names.iter().zip(widths).map(|(name, width)| format!("({name} {})", sort(width))).collect();
    all.join(" ")
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
fn constant(width: u8, bits: u64) -> String {
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
