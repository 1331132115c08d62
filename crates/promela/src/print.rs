//! Statements and expressions as short text, for trails and messages.

use std::fmt::Write;

use crate::ast::*;

/// Binding power of a conditional, a `run` or a unary operator: nothing around it splits it.
const TIGHT: u8 = 20;

/// A basic statement as the user would write it, with no more parentheses than needed. Of a compound
/// statement, only its head.
pub fn stmt_text(stmt: &Stmt) -> String {
    let mut out = String::new();
    stmt_into(&mut out, &stmt.kind);
    out
}

/// An expression as the user would write it, with no more parentheses than needed.
pub fn expr_text(expr: &Expr) -> String {
    let mut out = String::new();
    expr_into(&mut out, expr, 0);
    out
}

/// A formula, with parentheses around all but the simplest operands.
pub fn formula_text(formula: &Formula) -> String {
    let mut out = String::new();
    formula_into(&mut out, formula);
    out
}

/// A variable, element or field as written.
pub fn var_text(var: &VarRef) -> String {
    let mut out = String::new();
    var_into(&mut out, var);
    out
}

fn stmt_into(out: &mut String, kind: &StmtKind) {
    match kind {
        StmtKind::Assign { target, value } => {
            var_into(out, target);
            out.push_str(" = ");
            expr_into(out, value, 0);
        }
        StmtKind::Increment(var) => var_then(out, var, "++"),
        StmtKind::Decrement(var) => var_then(out, var, "--"),
        StmtKind::Send(send) => send_into(out, send),
        StmtKind::Receive(receive) => receive_into(out, receive),
        StmtKind::Expr(expr) => expr_into(out, expr, 0),
        StmtKind::Assert(expr) => call(out, "assert", &[expr]),
        StmtKind::Printf { format, args } => {
            let _ = write!(out, "printf({}", format.text);
            args.iter().for_each(|arg| {
                out.push(',');
                expr_into(out, arg, 0);
            });
            out.push(')');
        }
        StmtKind::Printm(expr) => call(out, "printm", &[expr]),
        StmtKind::SetPriority(pid, value) => call(out, "set_priority", &[pid, value]),
        StmtKind::Goto(label) => {
            let _ = write!(out, "goto {}", label.name);
        }
        StmtKind::Inline(inline) => {
            let _ = write!(out, "{}()", inline.name.name);
        }
        StmtKind::For(for_loop) => for_into(out, for_loop),
        StmtKind::Select { var, from, to, .. } => {
            out.push_str("select (");
            range_into(out, var, from, to);
        }
        StmtKind::C(code) => out.push_str(&code.keyword.name),
        StmtKind::Unless { main, .. } => stmt_into(out, &main.kind),
        StmtKind::Else => out.push_str("else"),
        StmtKind::Break => out.push_str("break"),
        StmtKind::If(_) => out.push_str("if"),
        StmtKind::Do(_) => out.push_str("do"),
        StmtKind::Atomic(_) => out.push_str("atomic"),
        StmtKind::DStep(_) => out.push_str("d_step"),
        StmtKind::Block(_) => out.push_str("{ }"),
    }
}

fn var_then(out: &mut String, var: &VarRef, op: &str) {
    var_into(out, var);
    out.push_str(op);
}

fn send_into(out: &mut String, send: &Send) {
    var_then(out, &send.chan, if send.sorted { "!!" } else { "!" });
    exprs_into(out, &send.args);
}

fn receive_into(out: &mut String, receive: &Receive) {
    var_then(out, &receive.chan, if receive.random { "??" } else { "?" });
    let (open, close) = if receive.copy { ("<", ">") } else { ("", "") };
    out.push_str(open);
    recv_args_into(out, &receive.args);
    out.push_str(close);
}

fn recv_args_into(out: &mut String, args: &[RecvArg]) {
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        match arg {
            RecvArg::Ref(var) => var_into(out, var),
            RecvArg::Const(expr) => expr_into(out, expr, 0),
            RecvArg::Eval(expr) => call(out, "eval", &[expr]),
        }
    }
}

fn for_into(out: &mut String, for_loop: &For) {
    out.push_str("for (");
    match &for_loop.range {
        ForRange::Range { from, to } => range_into(out, &for_loop.var, from, to),
        ForRange::In(list) => {
            var_then(out, &for_loop.var, " in ");
            var_then(out, list, ")");
        }
    }
}

fn range_into(out: &mut String, var: &VarRef, from: &Expr, to: &Expr) {
    var_then(out, var, " : ");
    expr_into(out, from, 0);
    out.push_str(" .. ");
    expr_into(out, to, 0);
    out.push(')');
}

fn exprs_into(out: &mut String, args: &[Expr]) {
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        expr_into(out, arg, 0);
    }
}

fn call(out: &mut String, name: &str, args: &[&Expr]) {
    let _ = write!(out, "{name}(");
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        expr_into(out, arg, 0);
    }
    out.push(')');
}

fn var_into(out: &mut String, var: &VarRef) {
    for (i, part) in var.path.iter().enumerate() {
        if i > 0 {
            out.push('.');
        }
        part_into(out, part);
    }
}

fn part_into(out: &mut String, part: &PathPart) {
    out.push_str(&part.name.name);
    if let Some(index) = &part.index {
        out.push('[');
        expr_into(out, index, 0);
        out.push(']');
    }
}

/// Puts parentheses around an expression that binds less than `least`.
fn expr_into(out: &mut String, expr: &Expr, least: u8) {
    match &expr.kind {
        ExprKind::Number(value) => {
            let _ = write!(out, "{value}");
        }
        ExprKind::Char(value) => {
            let _ = write!(out, "'{}'", char::from(*value).escape_default());
        }
        ExprKind::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        ExprKind::Skip => out.push_str("skip"),
        ExprKind::Timeout => out.push_str("timeout"),
        ExprKind::NonProgress => out.push_str("np_"),
        ExprKind::Ref(var) => var_into(out, var),
        ExprKind::Unary(op, operand) => {
            out.push_str(unary_text(*op));
            expr_into(out, operand, TIGHT);
        }
        ExprKind::Binary(op, left, right) => binary_into(out, *op, [left, right], least),
        ExprKind::Cond(cond) => cond_into(out, cond),
        ExprKind::Run(run) => run_into(out, run),
        ExprKind::Len(chan) => probe_into(out, "len", chan),
        ExprKind::Probe(probe, chan) => probe_into(out, probe.word(), chan),
        ExprKind::Poll(poll) => {
            var_then(out, &poll.chan, if poll.random { "??[" } else { "?[" });
            recv_args_into(out, &poll.args);
            out.push(']');
        }
        ExprKind::Enabled(pid) => call(out, "enabled", &[pid]),
        ExprKind::PcValue(pid) => call(out, "pc_value", &[pid]),
        ExprKind::GetPriority(pid) => call(out, "get_priority", &[pid]),
        ExprKind::RemoteLabel(remote) => {
            remote_into(out, &remote.proc, remote.pid.as_ref());
            let _ = write!(out, "@{}", remote.label.name);
        }
        ExprKind::RemoteVar(remote) => {
            remote_into(out, &remote.proc, remote.pid.as_ref());
            out.push(':');
            part_into(out, &remote.var);
        }
        ExprKind::C(code) => out.push_str(&code.keyword.name),
    }
}

fn binary_into(out: &mut String, op: BinaryOp, [left, right]: [&Expr; 2], least: u8) {
    let power = op.power();
    let parens = power < least;
    if parens {
        out.push('(');
    }
    expr_into(out, left, power);
    let blank = if power <= BinaryOp::Lt.power() { " " } else { "" };
    let _ = write!(out, "{blank}{}{blank}", op.text());
    expr_into(out, right, power + 1);
    if parens {
        out.push(')');
    }
}

fn cond_into(out: &mut String, cond: &Cond) {
    out.push('(');
    expr_into(out, &cond.cond, 0);
    out.push_str(" -> ");
    expr_into(out, &cond.yes, 0);
    out.push_str(" : ");
    expr_into(out, &cond.no, 0);
    out.push(')');
}

fn run_into(out: &mut String, run: &Run) {
    let _ = write!(out, "run {}(", run.proc.name);
    exprs_into(out, &run.args);
    out.push(')');
    if let Some(priority) = &run.priority {
        out.push_str(" priority ");
        expr_into(out, priority, 0);
    }
}

fn probe_into(out: &mut String, word: &str, chan: &VarRef) {
    let _ = write!(out, "{word}(");
    var_then(out, chan, ")");
}

fn remote_into(out: &mut String, proc: &Ident, pid: Option<&Expr>) {
    out.push_str(&proc.name);
    if let Some(pid) = pid {
        out.push('[');
        expr_into(out, pid, 0);
        out.push(']');
    }
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "!",
        UnaryOp::BitNot => "~",
        UnaryOp::Neg => "-",
    }
}

fn formula_into(out: &mut String, formula: &Formula) {
    match &formula.kind {
        FormulaKind::Leaf(expr) => expr_into(out, expr, 0),
        FormulaKind::Unary(op, operand) => {
            out.push_str(match op {
                TemporalUnary::Not => "!",
                TemporalUnary::Next => "X ",
                TemporalUnary::Always => "[] ",
                TemporalUnary::Eventually => "<> ",
            });
            operand_into(out, operand);
        }
        FormulaKind::Binary(op, left, right) => {
            operand_into(out, left);
            out.push_str(match op {
                TemporalBinary::And => " && ",
                TemporalBinary::Or => " || ",
                TemporalBinary::Implies => " -> ",
                TemporalBinary::Equivalent => " <-> ",
                TemporalBinary::Until => " U ",
                TemporalBinary::WeakUntil => " W ",
                TemporalBinary::Release => " V ",
            });
            operand_into(out, right);
        }
    }
}

fn operand_into(out: &mut String, formula: &Formula) {
    match &formula.kind {
        FormulaKind::Leaf(Expr { kind: ExprKind::Binary(..), .. }) | FormulaKind::Binary(..) => {
            out.push('(');
            formula_into(out, formula);
            out.push(')');
        }
        FormulaKind::Leaf(expr) => expr_into(out, expr, TIGHT),
        FormulaKind::Unary(..) => formula_into(out, formula),
    }
}
