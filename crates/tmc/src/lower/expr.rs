//! Expressions: 32-bit integers over the program's variables.

use kulan_diagnostics::Span;
use kulan_ir as ir;
use kulan_ir::{CBinary, Check, CheckKind, ExprId};

use super::{Lowering, Storage};
use crate::hir::{Expr, ExprKind, Probe};
use crate::operator::{BinaryOp, UnaryOp};
use crate::ranges::View;

/// Where an expression is evaluated, and what must hold for that.
pub(super) struct Context<'v> {
    /// What the process sees; none in a predicate.
    view: Option<&'v View>,
    /// Under which condition the part at hand is evaluated (C's short circuits).
    condition: Option<ExprId>,
    pub checks: Vec<Check>,
}

impl<'v> Context<'v> {
    pub(super) fn new(view: &'v View) -> Context<'v> {
        Context { view: Some(view), condition: None, checks: Vec::new() }
    }

    pub(super) fn of_predicate() -> Context<'v> {
        Context { view: None, condition: None, checks: Vec::new() }
    }
}

impl Lowering<'_> {
    /// The value of an expression, 32 bits wide.
    pub(super) fn expr(&mut self, context: &mut Context, e: &Expr) -> ExprId {
        match &e.kind {
            ExprKind::Const(value) => self.int(*value),
            ExprKind::Unknown => unreachable!("a program without errors has no unknown expression"),
            ExprKind::Shared(variable) => self.read(self.shared[*variable]),
            ExprKind::Local(variable) => {
                let process = self.own_number(context);
                self.read(self.processes[process].locals[*variable])
            }
            ExprKind::Pid => {
                let process = self.own_number(context);
                self.int(process as i32)
            }
            ExprKind::Remote(process, variable) => self.read(self.processes[*process].locals[*variable]),
            ExprKind::At(process, location) => {
                let here = self.at(*process, *location);
                self.int_of(here)
            }
            ExprKind::Probe(probe) => self.probe(context, probe),
            ExprKind::Unary(op, a) => {
                let a = self.expr(context, a);
                match op {
                    UnaryOp::Not => {
                        let zero = self.system.exprs.eq_const(a, 0);
                        self.int_of(zero)
                    }
                    UnaryOp::Negate => self.system.exprs.neg(a),
                    UnaryOp::Complement => self.system.exprs.not(a),
                }
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => self.connective(context, *op, a, b),
            ExprKind::Binary(op, a, b) => self.binary(context, *op, a, b, e.span),
        }
    }

    fn own_number(&self, context: &Context) -> usize {
        context.view.expect("only processes have variables of their own").pid
    }

    fn read(&mut self, storage: Storage) -> ExprId {
        match storage {
            Storage::Constant(value) => self.int(value),
            Storage::Var(var) => {
                let raw = self.system.read(var);
                self.extend(var, raw)
            }
        }
    }

    fn binary(&mut self, context: &mut Context, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> ExprId {
        let op = op.arithmetic().expect("connectives are elsewhere");
        let x = self.expr(context, a);
        let y = self.expr(context, b);
        let divides = matches!(op, CBinary::Div | CBinary::Rem);
        if divides && context.view.is_none_or(|view| view.evaluate(b).contains(0)) {
            let fine = self.system.exprs.truth(y);
            self.check(context, fine, CheckKind::Division, "division by zero".into(), span);
        }
        self.system.exprs.c_binary(op, x, y)
    }

    fn connective(&mut self, context: &mut Context, op: BinaryOp, a: &Expr, b: &Expr) -> ExprId {
        let x = self.expr(context, a);
        let x = self.truth(x);
        let reached = if op == BinaryOp::And { x } else { self.system.exprs.not(x) };
        let outer = context.condition;
        context.condition = Some(match outer {
            None => reached,
            Some(outer) => self.system.exprs.and(outer, reached),
        });
        let y = self.expr(context, b);
        context.condition = outer;
        let y = self.truth(y);
        let result = if op == BinaryOp::And { self.system.exprs.and(x, y) } else { self.system.exprs.or(x, y) };
        self.int_of(result)
    }

    /// Adds a check under the condition at hand.
    fn check(&mut self, context: &mut Context, holds: ExprId, kind: CheckKind, message: String, span: Span) {
        let condition = match context.condition {
            None => holds,
            Some(c) => {
                let not = self.system.exprs.not(c);
                self.system.exprs.or(not, holds)
            }
        };
        if self.system.exprs.as_const(condition) != Some(1) {
            context.checks.push(Check::new(condition, kind, message, self.source(span)));
        }
    }

    /// The processes that an expression can name, each with the condition that it does, and the condition that it names
    /// one at all.
    pub(super) fn processes_named(&mut self, context: &mut Context, e: &Expr) -> (Vec<(usize, ExprId)>, ExprId) {
        let count = self.processes.len();
        let value = self.expr(context, e);
        let values = context.view.map(|view| view.evaluate(e));
        let mut cases = Vec::new();
        for process in 0..count {
            let here = self.system.exprs.eq_const(value, process as u64);
            let possible = values.as_ref().is_none_or(|v| v.contains(process as i32));
            if possible && self.system.exprs.as_const(here) != Some(0) {
                cases.push((process, here));
            }
        }
        let inside = values.and_then(|v| v.bounds()).is_some_and(|(low, high)| low >= 0 && (high as usize) < count);
        if inside {
            return (cases, self.system.exprs.bool(true));
        }
        let limit = self.int(count as i32);
        (cases, self.system.exprs.binary(ir::BinaryOp::UnsignedLess, value, limit))
    }

    fn probe(&mut self, context: &mut Context, probe: &Probe) -> ExprId {
        let (from, known_from) = self.processes_named(context, &probe.from);
        let (to, known_to) = self.processes_named(context, &probe.to);
        self.check(context, known_from, CheckKind::Channel, no_process("sender"), probe.from.span);
        self.check(context, known_to, CheckKind::Channel, no_process("receiver"), probe.to.span);
        let tag = probe.tag.as_ref().map(|t| self.expr(context, t));
        let mut cases = Vec::new();
        for &(from, is_from) in &from {
            for &(to, is_to) in &to {
                let answer = match probe.room {
                    true => self.has_room((from, to)),
                    false => self.has_message((from, to), tag),
                };
                let here = self.system.exprs.and(is_from, is_to);
                cases.push(self.system.exprs.and(here, answer));
            }
        }
        let any = self.system.exprs.any(&cases);
        let answer = if probe.negated { self.system.exprs.not(any) } else { any };
        self.int_of(answer)
    }
}

/// The message for an end of a channel that does not exist.
pub(super) fn no_process(end: &str) -> String {
    format!("the {end} is no process")
}
