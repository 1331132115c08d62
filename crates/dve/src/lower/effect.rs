//! Effects: assignments one after the other, each in the state that those before it leave, put together to one update.

use kulan_diagnostics::Span;
use kulan_ir as ir;
use kulan_ir::{After, Check, CheckKind, ExprId, Target, Update};

use super::Lowering;
use super::expr::{Context, Value};
use super::facts::Facts;
use super::interval::Interval;
use crate::Overflow;
use crate::hir::{Assignment, Lvalue, Type};

/// What a transition does, as far as it has come: all in terms of the state before it.
#[derive(Default, Debug)]
pub(super) struct Run {
    /// What is known of the state reached.
    pub facts: Facts,
    pub checks: Vec<Check>,
    pub updates: Vec<Update>,
}

impl Run {
    /// Writes to a target; what was written there before is lost.
    pub(super) fn write(&mut self, update: Update) {
        self.updates.retain(|u| u.target != update.target);
        self.updates.push(update);
    }
}

impl Lowering<'_> {
    pub(super) fn effects(&mut self, run: &mut Run, effects: &[Assignment]) {
        for Assignment { place, value } in effects {
            let mut context = Context::new(std::mem::take(&mut run.facts));
            let mut value = self.expr(&mut context, value);
            let mut index = self.index(&mut context, place);
            run.facts = context.facts;
            if !run.updates.is_empty() {
                let mut after = After::new(&run.updates, &self.lengths);
                let exprs = &mut self.system.exprs;
                value.id = after.expr(exprs, value.id);
                index = index.map(|i| Value { id: after.expr(exprs, i.id), ..i });
                context.checks.iter_mut().for_each(|c| c.condition = after.expr(exprs, c.condition));
            }
            run.checks.extend(context.checks);
            self.store(run, place, index.map(|i| i.id), value);
        }
    }

    /// Assigns a value. It and the index are in terms of the state before the transition.
    pub(super) fn store(&mut self, run: &mut Run, place: &Lvalue, index: Option<ExprId>, value: Value) {
        let Some(var) = self.variables[place.variable] else { return };
        let kind = self.program.model.variables[place.variable].kind;
        let all = Interval::of_type(kind);
        let fits = value.range.is_within(all);
        if !fits && self.overflow == Overflow::Error {
            run.checks.extend(self.fits(place, kind, value));
        }
        let width = self.system.variables[var.index()].width;
        let raw = self.system.exprs.truncate(width, value.id);
        let target = index.map_or(Target::Var(var), |index| Target::Element(var, index));
        run.write(Update { target, value: raw });
        match self.cell(place) {
            Some(cell) => {
                let kept = if self.overflow == Overflow::Error { value.range.and(all) } else { None };
                run.facts.set(cell, if fits { value.range } else { kept.unwrap_or(all) });
            }
            None => run.facts.forget(var),
        }
    }

    /// The check that a value fits; none where it is plain that it does.
    fn fits(&mut self, place: &Lvalue, kind: Type, value: Value) -> Option<Check> {
        let all = Interval::of_type(kind);
        let mut condition = self.system.exprs.bool(true);
        if value.range.high > all.high {
            let high = self.system.exprs.int(all.high as i32);
            let below = self.system.exprs.binary(ir::BinaryOp::SignedLessEqual, value.id, high);
            condition = self.system.exprs.and(condition, below);
        }
        if value.range.low < all.low {
            let low = self.system.exprs.int(all.low as i32);
            let above = self.system.exprs.binary(ir::BinaryOp::SignedLessEqual, low, value.id);
            condition = self.system.exprs.and(condition, above);
        }
        if self.system.exprs.as_const(condition) == Some(1) {
            return None;
        }
        let text = self.text(place.span);
        let message = match value.range.as_const() {
            Some(constant) => format!("{constant} does not fit into `{text}`, {}", article(kind)),
            None => format!("the value does not fit into `{text}`, {}", article(kind)),
        };
        Some(Check::new(condition, CheckKind::Overflow, message, self.source(place.span)))
    }

    /// A value as a typed channel passes it: what does not fit is cut off.
    pub(super) fn cast(&mut self, kind: Type, value: Value) -> Value {
        let all = Interval::of_type(kind);
        if value.range.is_within(all) {
            return value;
        }
        let exprs = &mut self.system.exprs;
        let id = match kind {
            Type::Byte => {
                let low = exprs.truncate(8, value.id);
                exprs.zero_extend(32, low)
            }
            Type::Int => {
                let low = exprs.truncate(16, value.id);
                exprs.sign_extend(32, low)
            }
        };
        Value { id, range: all }
    }

    /// Moves a process on.
    pub(super) fn go(&mut self, run: &mut Run, process: usize, source: usize, target: usize) {
        if source != target {
            let counter = self.processes[process].counter;
            let width = self.system.variables[counter.index()].width;
            let value = self.system.exprs.constant(width, target as u64 + 1);
            run.write(Update { target: Target::Var(counter), value });
        }
    }

    /// The source as one line.
    pub(super) fn text(&self, span: Span) -> String {
        crate::resolve::line(self.sources, span)
    }
}

fn article(kind: Type) -> &'static str {
    match kind {
        Type::Byte => "a byte",
        Type::Int => "an int of 16 bits",
    }
}
