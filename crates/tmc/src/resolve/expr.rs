//! Expressions over the state.

use kulan_diagnostics::{Diagnostic, Span};

use super::{CAPACITY, Resolver, Scope, Site};
use crate::ast::{self, Ident, Quantified, TemporalBinary};
use crate::hir::{Expr, ExprKind, Probe};
use crate::operator::{BinaryOp, UnaryOp};

/// Calls that ask for the state of a channel.
pub(super) const PROBES: &[&str] = &["empty", "nempty", "full", "nfull"];
/// How deep an expression can be, definitions included.
const MAX_DEPTH: usize = 800;
/// Parts that all formulas together can be written out to.
const MAX_WRITTEN: usize = 1_000_000;

fn unknown(span: Span) -> Expr {
    Expr { kind: ExprKind::Unknown, span }
}

impl Resolver<'_> {
    /// Runs `f` one level deeper, unless the expression becomes too large.
    pub(super) fn deeper<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.written += 1;
        if self.depth >= MAX_DEPTH || self.written >= MAX_WRITTEN {
            if self.written <= MAX_WRITTEN {
                self.written = MAX_WRITTEN; // once is enough
                self.error("too-long", span, "written out, the formulas become too large here");
            }
            return None;
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        Some(result)
    }

    /// The meaning of an expression; what is wrong with it is told, and it is unknown then.
    pub(super) fn expr(&mut self, e: &ast::Expr, scope: &mut Scope) -> Expr {
        let kind = self.deeper(e.span, |this| this.expr_kind(e, scope));
        Expr { kind: kind.unwrap_or(ExprKind::Unknown), span: e.span }
    }

    fn expr_kind(&mut self, e: &ast::Expr, scope: &mut Scope) -> ExprKind {
        match &e.kind {
            ast::ExprKind::Number(value) => ExprKind::Const(*value),
            ast::ExprKind::Name(name) => self.name(name, e.span, scope),
            ast::ExprKind::Call(name, args) if PROBES.contains(&name.name.as_str()) => self.probe(name, args, scope),
            ast::ExprKind::Call(name, args) => self.predicate(name, args, e.span, scope),
            ast::ExprKind::At(instance, location) => {
                let Some((kind, process)) = self.instance(instance, scope) else { return ExprKind::Unknown };
                let proc = &self.model.procs[kind];
                let Some(number) = proc.locations.iter().position(|l| l.name.name == location.name) else {
                    return self.no_part(kind, "location", location);
                };
                process.map_or(ExprKind::Unknown, |p| ExprKind::At(p, number))
            }
            ast::ExprKind::Member(instance, variable) => {
                let Some((kind, process)) = self.instance(instance, scope) else { return ExprKind::Unknown };
                let Some(number) = self.machine.types[kind].locals.iter().position(|l| *l == variable.name) else {
                    return self.no_part(kind, "variable", variable);
                };
                process.map_or(ExprKind::Unknown, |p| ExprKind::Remote(p, number))
            }
            ast::ExprKind::Unary(op, a) => Expr::unary(*op, self.expr(a, scope), e.span).kind,
            ast::ExprKind::Binary(op, a, b) => {
                let a = self.expr(a, scope);
                Expr::binary(*op, a, self.expr(b, scope), e.span).kind
            }
            ast::ExprKind::TemporalBinary(TemporalBinary::Implies, a, b) => {
                let a = Expr::unary(UnaryOp::Not, self.expr(a, scope), e.span);
                Expr::binary(BinaryOp::Or, a, self.expr(b, scope), e.span).kind
            }
            ast::ExprKind::TemporalBinary(TemporalBinary::Equivalent, a, b) => {
                let a = Expr::unary(UnaryOp::Not, self.expr(a, scope), e.span);
                let b = Expr::unary(UnaryOp::Not, self.expr(b, scope), e.span);
                Expr::binary(BinaryOp::Equal, a, b, e.span).kind
            }
            ast::ExprKind::TemporalUnary(..) | ast::ExprKind::TemporalBinary(..) => {
                let diagnostic = Diagnostic::error("temporal", e.span, "a temporal operator cannot stand here");
                self.diags.push(diagnostic.help("it can stand in a `formula`, outside of comparisons and arithmetic"));
                ExprKind::Unknown
            }
            ast::ExprKind::Quantified(q) => {
                let op = if q.and { BinaryOp::And } else { BinaryOp::Or };
                let parts = self.instances(q, scope, |this, scope| this.expr(&q.body, scope));
                let join = |a: Expr, b: Expr| Expr::binary(op, a, b, e.span);
                balanced(parts, &join).map_or(ExprKind::Const(i32::from(q.and)), |e| e.kind)
            }
        }
    }

    /// A constant; that it is none is told.
    pub(super) fn constant(&mut self, e: &ast::Expr, scope: &mut Scope) -> Option<i32> {
        let value = self.expr(e, scope);
        let mut is_unknown = false;
        value.visit(&mut |part| is_unknown |= part.kind == ExprKind::Unknown);
        if value.as_const().is_none() && !is_unknown {
            self.error("constant", e.span, "this must be a constant");
        }
        value.as_const()
    }

    /// What `f` gives for each value of the index, or once where those are not known.
    pub(super) fn instances<T>(
        &mut self,
        q: &Quantified,
        scope: &mut Scope,
        mut f: impl FnMut(&mut Self, &mut Scope) -> T,
    ) -> Vec<T> {
        let from = self.constant(&q.from, scope);
        let to = self.constant(&q.to, scope);
        let mut result = Vec::new();
        let values: Box<dyn Iterator<Item = Option<i32>>> = match (from, to) {
            (Some(from), Some(to)) if !self.looking => Box::new((from..=to).map(Some)),
            _ => Box::new(std::iter::once(None)),
        };
        for value in values {
            if self.diags.is_full() || self.written >= MAX_WRITTEN {
                break;
            }
            scope.bindings.push((q.variable.name.clone(), value));
            result.push(f(self, scope));
            scope.bindings.pop();
        }
        result
    }

    fn name(&mut self, name: &str, span: Span, scope: &mut Scope) -> ExprKind {
        if let Some(value) = scope.binding(name) {
            return value.map_or(ExprKind::Unknown, ExprKind::Const);
        }
        if let Site::Process(kind) = scope.place {
            if name == "pid" {
                return ExprKind::Pid;
            }
            if let Some(local) = self.machine.types[kind].locals.iter().position(|l| l == name) {
                return ExprKind::Local(local);
            }
        }
        if self.is_parameter(name) {
            // Without a value, that was told before.
            let found = self.parameters.iter().find(|(n, _)| n == name);
            return found.map_or(ExprKind::Unknown, |&(_, value)| ExprKind::Const(value));
        }
        let shared = self.model.shared.iter().position(|s| s.name.name == name);
        match shared {
            Some(_) if scope.place == Site::Constant => {
                self.error("constant", span, format!("`{name}` is a variable; this must be a constant"));
                ExprKind::Unknown
            }
            Some(shared) => ExprKind::Shared(shared),
            None => {
                let ident = Ident { name: name.to_owned(), span };
                self.predicate(&ident, &[], span, scope)
            }
        }
    }

    pub(super) fn is_parameter(&self, name: &str) -> bool {
        name == CAPACITY || self.model.parameters.iter().any(|p| p.name == name)
    }

    /// The process type of `P[i]`, and the process where the index is known.
    fn instance(&mut self, instance: &ast::Instance, scope: &mut Scope) -> Option<(usize, Option<usize>)> {
        let name = &instance.process;
        if !matches!(scope.place, Site::Definition(_)) {
            let diagnostic =
                Diagnostic::error("not-here", name.span, "the parts of a process can be named in definitions only");
            self.diags.push(diagnostic.help("processes share variables that are declared outside of all of them"));
            return None;
        }
        let Some(kind) = self.model.procs.iter().position(|p| p.name.name == name.name) else {
            self.error("unknown-name", name.span, format!("there is no process `{}`", name.name));
            return None;
        };
        let count = self.machine.processes.iter().filter(|p| p.kind == kind).count();
        let index = match &instance.index {
            Some(index) => match self.constant(index, scope) {
                Some(index) => index,
                None => return Some((kind, None)),
            },
            None if count > 1 => {
                self.error("range", name.span, format!("which of the {count} processes `{}`?", name.name));
                return None;
            }
            None => 0,
        };
        let process = self.machine.processes.iter().position(|p| p.kind == kind && i64::from(index) == p.index as i64);
        if process.is_none() && !self.machine.processes.is_empty() && !self.looking {
            let message = format!("there is no process `{}[{index}]`", name.name);
            let note = match count {
                0 => format!("there are no processes `{}`", name.name),
                _ => format!("the processes are `{0}[0]` to `{0}[{1}]`", name.name, count - 1),
            };
            let values: Vec<String> =
                scope.bindings.iter().filter_map(|(n, v)| v.map(|v| format!("{n} = {v}"))).collect();
            let diagnostic = Diagnostic::error("range", name.span, message).note(note);
            self.diags.push(match values.is_empty() {
                true => diagnostic,
                false => diagnostic.note(format!("here {}", values.join(", "))),
            });
        }
        Some((kind, process))
    }

    fn no_part(&mut self, kind: usize, what: &str, name: &Ident) -> ExprKind {
        let process = &self.model.procs[kind].name.name;
        self.error("unknown-name", name.span, format!("process `{process}` has no {what} `{}`", name.name));
        ExprKind::Unknown
    }

    /// `empty(from, to, tag)` and the like.
    fn probe(&mut self, name: &Ident, args: &[Option<ast::Expr>], scope: &mut Scope) -> ExprKind {
        let (Some(Some(from)), Some(Some(to)), true) = (args.first(), args.get(1), args.len() <= 3) else {
            let message =
                format!("write `{}(sender, receiver, tag)`, where the tag can be `null` or left out", name.name);
            self.error("arguments", name.span, message);
            return ExprKind::Unknown;
        };
        let from = self.end_of_channel(from, scope);
        let to = self.end_of_channel(to, scope);
        let tag = args.get(2).and_then(|t| t.as_ref()).map(|t| self.expr(t, scope));
        let room = name.name.ends_with("full");
        let negated = !name.name.starts_with('n');
        ExprKind::Probe(Box::new(Probe { room, negated, from, to, tag }))
    }

    /// A process as an end of a channel.
    fn end_of_channel(&mut self, e: &ast::Expr, scope: &mut Scope) -> Expr {
        let value = self.expr(e, scope);
        let count = self.machine.processes.len();
        let in_definition = matches!(scope.place, Site::Definition(_)) && !self.looking;
        match value.as_const() {
            Some(pid) if in_definition && usize::try_from(pid).map_or(true, |p| p >= count) => {
                let message = format!("there is no process number {pid}");
                let diagnostic = Diagnostic::error("range", e.span, message);
                self.diags.push(diagnostic.note(format!("the processes have the numbers 0 to {}", count - 1)));
                unknown(e.span)
            }
            _ => value,
        }
    }
}

/// Joins parts to a tree that is as low as can be.
pub(super) fn balanced<T>(mut parts: Vec<T>, join: &dyn Fn(T, T) -> T) -> Option<T> {
    while parts.len() > 1 {
        let mut next = Vec::with_capacity(parts.len().div_ceil(2));
        let mut rest = parts.into_iter();
        while let Some(a) = rest.next() {
            next.push(match rest.next() {
                Some(b) => join(a, b),
                None => a,
            });
        }
        parts = next;
    }
    parts.pop()
}
