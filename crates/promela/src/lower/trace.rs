//! Trace assertions: an automaton over the messages that are sent to and received from the channels that it names. Its
//! place is a variable, which sends and receives move on.

use kulan_ir::expr::width_of;
use kulan_ir::{Check, CheckKind, ExprId, Owner, Target, Update, VarId};

use super::expr::Context;
use super::moves::Alternative;
use super::{Lowering, channel_value};
use crate::hir::{Direction, Event, Trace, VarUse};

impl Lowering<'_> {
    pub(super) fn declare_trace(&mut self) {
        if let Some(trace) = &self.program.trace {
            let width = width_of(trace.states.len() as u64);
            self.trace = Some(self.bookkeeping("_trace", width, Owner::System));
        }
    }

    /// Lets the trace assertion see a message, with its fields as the channel holds them.
    pub(super) fn observe(&mut self, a: &mut Alternative, direction: Direction, channel: usize, values: &[ExprId]) {
        let program = self.program;
        let (Some(trace), Some(var)) = (&program.trace, self.trace) else { return };
        let fields = self.as_fields(channel, values);
        let now = a.updates.iter().rev().find(|u| u.target == Target::Var(var)).map(|u| u.value);
        let now = now.unwrap_or_else(|| self.system.read(var));
        let scope = trace.scope.iter().filter(|(end, _)| *end == direction);
        let watched: Vec<ExprId> = scope.map(|(_, chan)| self.names(chan, channel)).collect();
        let (mut matched, mut ended) = (Vec::new(), Vec::new());
        let mut next = now;
        // Backwards, so that the first event that fits is taken.
        for (number, state) in trace.states.iter().enumerate().rev() {
            for event in state.events.iter().rev().filter(|e| e.direction == direction) {
                let named = self.names(&event.chan, channel);
                let here = self.system.exprs.eq_const(now, number as u64);
                let hit = self.fits(event, &[named, here], &fields);
                matched.push(hit);
                if event.target == trace.end {
                    ended.push(hit);
                }
                let target = self.trace_state(var, event.target);
                next = self.system.exprs.ite(hit, target, next);
            }
        }
        let (watched, matched) = (self.system.exprs.any(&watched), self.system.exprs.any(&matched));
        let unmatched = self.system.exprs.not(matched);
        let missed = self.system.exprs.and(watched, unmatched);
        let (fails, message) = if trace.negated {
            // A first message that does not fit settles it.
            let end = self.trace_state(var, trace.end);
            next = self.system.exprs.ite(missed, end, next);
            (self.system.exprs.any(&ended), "the messages are those that the notrace assertion rules out")
        } else {
            (missed, "the trace assertion does not allow this message here")
        };
        self.judge(a, trace, fails, message);
        if next != now {
            a.updates.push(Update { target: Target::Var(var), value: next });
        }
    }

    fn judge(&mut self, a: &mut Alternative, trace: &Trace, fails: ExprId, message: &str) {
        let holds = self.system.exprs.not(fails);
        if self.system.exprs.as_const(holds) != Some(1) {
            let source = Some(self.source(trace.span));
            a.checks.push(Check::new(holds, CheckKind::Assertion, message, source));
        }
    }

    fn trace_state(&mut self, var: VarId, state: usize) -> ExprId {
        let width = self.system.variables[var.index()].width;
        self.system.exprs.constant(width, state as u64)
    }

    /// Whether a channel that the assertion names is this one.
    fn names(&mut self, chan: &VarUse, channel: usize) -> ExprId {
        let value = self.read_var(&mut Context::new(None), chan);
        self.system.exprs.eq_const(value, channel_value(channel))
    }

    fn fits(&mut self, event: &Event, conditions: &[ExprId], fields: &[ExprId]) -> ExprId {
        let mut all = conditions.to_vec();
        for (wanted, &field) in event.fields.iter().zip(fields) {
            if let Some(wanted) = *wanted {
                let wanted = self.int(wanted);
                all.push(self.system.exprs.eq(field, wanted));
            }
        }
        self.all(&all)
    }

    /// Whether a run may end where the trace assertion stands.
    pub(super) fn trace_may_end(&mut self) -> Option<ExprId> {
        let (trace, var) = (self.program.trace.as_ref()?, self.trace?);
        let now = self.system.read(var);
        let states = trace.states.iter().enumerate().filter(|(_, s)| s.valid_end).map(|(number, _)| number);
        let fine: Vec<ExprId> = states.chain([trace.end]).map(|s| self.system.exprs.eq_const(now, s as u64)).collect();
        Some(self.system.exprs.any(&fine))
    }
}
