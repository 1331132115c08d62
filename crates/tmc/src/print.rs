//! Expressions as text, with values in the place of the names that stand for them: the names of propositions.

use crate::ast::{Expr, ExprKind, Instance, TemporalBinary, TemporalUnary};
use crate::operator::{BINARY, UnaryOp};

/// How tightly an operand of a prefix operator binds.
const PREFIX: u8 = 14;

/// The text of an expression; `value` knows the names that stand for values.
pub(crate) fn text(expr: &Expr, value: &dyn Fn(&str) -> Option<i32>) -> String {
    let mut out = String::new();
    write(expr, 0, value, &mut out);
    out
}

fn write(expr: &Expr, least: u8, value: &dyn Fn(&str) -> Option<i32>, out: &mut String) {
    match &expr.kind {
        ExprKind::Number(n) => out.push_str(&n.to_string()),
        ExprKind::Name(name) => match value(name) {
            Some(n) => out.push_str(&n.to_string()),
            None => out.push_str(name),
        },
        ExprKind::Call(name, args) => {
            out.push_str(&name.name);
            out.push('(');
            for (i, arg) in args.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                match arg {
                    Some(arg) => write(arg, 0, value, out),
                    None => out.push_str("null"),
                }
            }
            out.push(')');
        }
        ExprKind::At(process, location) => {
            instance(process, value, out);
            out.push('@');
            out.push_str(&location.name);
        }
        ExprKind::Member(process, variable) => {
            instance(process, value, out);
            out.push('.');
            out.push_str(&variable.name);
        }
        ExprKind::Unary(op, a) => {
            out.push(match op {
                UnaryOp::Not => '!',
                UnaryOp::Negate => '-',
                UnaryOp::Complement => '~',
            });
            write(a, PREFIX, value, out);
        }
        ExprKind::Binary(op, a, b) => {
            let &(sign, _, power) = BINARY.iter().find(|(_, o, _)| o == op).expect("every operator is in the table");
            infix(a, sign, b, (power, power, power + 1), least, value, out);
        }
        ExprKind::TemporalUnary(op, a) => {
            out.push_str(match op {
                TemporalUnary::Always => "[]",
                TemporalUnary::Eventually => "<>",
                TemporalUnary::Next => "X ",
            });
            write(a, PREFIX, value, out);
        }
        ExprKind::TemporalBinary(op, a, b) => {
            let (sign, power) = match op {
                TemporalBinary::Equivalent => ("<->", 1),
                TemporalBinary::Implies => ("->", 2),
                TemporalBinary::Until => ("U", 5),
                TemporalBinary::WeakUntil => ("W", 5),
                TemporalBinary::Release => ("R", 5),
            };
            infix(a, sign, b, (power, power + 1, power), least, value, out);
        }
        ExprKind::Quantified(q) => {
            out.push_str(if q.and { "and{" } else { "or{" });
            out.push_str(&q.variable.name);
            out.push('=');
            write(&q.from, 0, value, out);
            out.push_str("..");
            write(&q.to, 0, value, out);
            out.push('}');
            let inner = |name: &str| if name == q.variable.name { None } else { value(name) };
            write(&q.body, PREFIX, &inner, out);
        }
    }
}

/// `a sign b` in parentheses where the place needs a tighter expression; `powers` of the whole and of both sides.
fn infix(
    a: &Expr,
    sign: &str,
    b: &Expr,
    powers: (u8, u8, u8),
    least: u8,
    value: &dyn Fn(&str) -> Option<i32>,
    out: &mut String,
) {
    let (own, left, right) = powers;
    out.push_str(if own < least { "(" } else { "" });
    write(a, left, value, out);
    out.push_str(&format!(" {sign} "));
    write(b, right, value, out);
    out.push_str(if own < least { ")" } else { "" });
}

fn instance(process: &Instance, value: &dyn Fn(&str) -> Option<i32>, out: &mut String) {
    out.push_str(&process.process.name);
    if let Some(index) = &process.index {
        out.push('[');
        write(index, 0, value, out);
        out.push(']');
    }
}
