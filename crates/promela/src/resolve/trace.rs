//! Trace assertions: `trace` and `notrace`.

use kulan_diagnostics::Diagnostic;

use super::Resolver;
use super::expr::fold;
use crate::ast::{self, StmtKind};
use crate::hir::{Action, Direction, Event, Trace, TraceState};

impl Resolver<'_> {
    pub(super) fn trace(&mut self, t: &ast::Trace) {
        if self.program.trace.is_some() {
            return self.error("duplicate", t.span, "there is already a trace assertion");
        }
        self.in_trace = true;
        let body = self.claim_body("trace", &t.body, t.span);
        self.in_trace = false;
        if self.diags.has_errors() {
            return;
        }
        let is_end = |m: &crate::hir::Move| matches!(m.action, Action::End);
        // A body that never ends has no such state; one behind all others stands in for it.
        let end = body.states.iter().position(|s| s.moves.iter().all(is_end)).unwrap_or(body.states.len());
        let states = body.states.into_iter().map(|state| {
            let events = state.moves.into_iter().filter_map(|m| match m.action {
                Action::Event(event) => Some(Event { target: m.target, ..event }),
                _ => None,
            });
            TraceState { events: events.collect(), valid_end: state.valid_end }
        });
        let (states, scope) = (states.collect(), std::mem::take(&mut self.trace_scope));
        self.program.trace = Some(Trace { negated: t.negated, states, scope, end, span: t.span });
    }

    /// A step of a trace assertion.
    pub(super) fn event(&mut self, stmt: &ast::Stmt) -> Option<Action> {
        let (direction, chan, fields) = match &stmt.kind {
            StmtKind::Send(s) if !s.sorted => {
                let fields: Option<Vec<_>> = s.args.iter().map(|e| self.event_field(e)).collect();
                (Direction::Send, &s.chan, fields?)
            }
            StmtKind::Receive(r) if !r.random && !r.copy => {
                let field = |arg: &ast::RecvArg| match arg {
                    ast::RecvArg::Const(e) | ast::RecvArg::Eval(e) => self.event_field(e),
                    ast::RecvArg::Ref(r) => {
                        self.event_field(&ast::Expr { kind: ast::ExprKind::Ref(r.clone()), span: r.span })
                    }
                };
                let fields: Option<Vec<_>> = r.args.iter().map(field).collect();
                (Direction::Receive, &r.chan, fields?)
            }
            _ => {
                let d = Diagnostic::error("trace", stmt.span, "a trace assertion has only plain sends and receives");
                self.diags.push(d.help("it names the messages that may pass, as in `trace { do :: c!a,_; d?b od }`"));
                return None;
            }
        };
        let symbol = self.lookup(&chan.head().name);
        let known = symbol.and_then(|s| self.field(s, self.current).channel.as_ref()).map(|c| c.fields.len());
        if known.is_some_and(|known| known != fields.len()) {
            self.error("trace", stmt.span, "the messages of this channel have another number of fields");
        }
        let chan = self.channel(chan)?;
        self.trace_scope.push((direction, chan.clone()));
        Some(Action::Event(Event { direction, chan, fields, target: 0 }))
    }

    /// A field of a message in a trace assertion: `None` stands for any value.
    fn event_field(&mut self, e: &ast::Expr) -> Option<Option<i32>> {
        if let ast::ExprKind::Ref(r) = &e.kind
            && r.as_ident().is_some_and(|ident| ident.name.as_str() == "_")
        {
            return Some(None);
        }
        let value = self.value(e)?;
        if fold(&value).is_none() {
            self.error("trace", e.span, "a trace assertion compares fields with constants; `_` stands for any value");
            return None;
        }
        Some(fold(&value))
    }
}
