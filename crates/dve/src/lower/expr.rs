//! Expressions: 32-bit integers over the variables of the state, with the values they can have.

use kulan_diagnostics::Span;
use kulan_ir as ir;
use kulan_ir::{CBinary, Check, CheckKind, ExprId};

use super::Lowering;
use super::blocks::Blocks;
use super::facts::Facts;
use super::interval::Interval;
use crate::hir::{Expr, ExprKind, Lvalue};
use crate::operator::UnaryOp;

/// An expression of the IR, 32 bits wide, and the values it can have.
#[derive(Copy, Clone, Debug)]
pub(super) struct Value {
    pub id: ExprId,
    pub range: Interval,
}

/// Where an expression is evaluated, and what must hold for that.
#[derive(Default, Debug)]
pub(super) struct Context {
    pub facts: Facts,
    /// What is true, or false, where the part at hand is evaluated (short circuits).
    path: Vec<(ExprId, bool)>,
    pub checks: Vec<Check>,
}

impl Context {
    pub(super) fn new(facts: Facts) -> Context {
        Context { facts, path: Vec::new(), checks: Vec::new() }
    }
}

impl Lowering<'_> {
    pub(super) fn expr(&mut self, context: &mut Context, e: &Expr) -> Value {
        match &e.kind {
            ExprKind::Const(value) => self.int(*value),
            ExprKind::Read(place) => self.read(context, place),
            ExprKind::At(process, state) => {
                let here = self.at(*process, *state);
                self.of_truth(here)
            }
            ExprKind::Unary(op, a) => {
                let a = self.expr(context, a);
                self.unary(*op, a)
            }
            ExprKind::Chain(first, rest) => self.chain(context, first, rest),
            ExprKind::All(list) => self.connective(context, true, list),
            ExprKind::Any(list) => self.connective(context, false, list),
            ExprKind::Imply(list) => self.implications(context, list),
        }
    }

    /// Whether an expression is true.
    pub(super) fn condition(&mut self, context: &mut Context, e: &Expr) -> ExprId {
        let value = self.expr(context, e);
        self.system.exprs.truth(value.id)
    }

    fn int(&mut self, value: i32) -> Value {
        Value { id: self.system.exprs.int(value), range: Interval::of(value) }
    }

    fn of_truth(&mut self, truth: ExprId) -> Value {
        Value { id: self.system.exprs.int_of(truth), range: Interval::TRUTH }
    }

    fn unary(&mut self, op: UnaryOp, a: Value) -> Value {
        match op {
            UnaryOp::Not => {
                let zero = self.system.exprs.eq_const(a.id, 0);
                self.of_truth(zero)
            }
            UnaryOp::Negate => Value { id: self.system.exprs.neg(a.id), range: a.range.negated() },
            UnaryOp::Complement => Value { id: self.system.exprs.not(a.id), range: a.range.complement() },
        }
    }

    fn read(&mut self, context: &mut Context, place: &Lvalue) -> Value {
        let range = self.values(&context.facts, place);
        let index = self.index(context, place);
        let Some(var) = self.variables[place.variable] else { return self.constant(place, index) };
        let raw = match index {
            None => self.system.read(var),
            Some(index) => self.system.read_element(var, index.id),
        };
        Value { id: self.extend(var, raw), range }
    }

    /// The index of a place, which must be in range.
    pub(super) fn index(&mut self, context: &mut Context, place: &Lvalue) -> Option<Value> {
        let index = self.expr(context, place.index.as_deref()?);
        let variable = &self.program.model.variables[place.variable];
        let count = variable.elements.unwrap_or(1);
        if !index.range.is_within(Interval { low: 0, high: i64::from(count) - 1 }) {
            let message = format!("an index of `{}` is out of range 0..{}", variable.name, count - 1);
            let limit = self.system.exprs.constant(32, count.into());
            // A negative index is a large one.
            let inside = self.system.exprs.binary(ir::BinaryOp::UnsignedLess, index.id, limit);
            self.check(context, inside, CheckKind::Index, message, place.span);
        }
        Some(index)
    }

    /// A constant; an element of an array is looked up by halving.
    fn constant(&mut self, place: &Lvalue, index: Option<Value>) -> Value {
        let program = self.program;
        let variable = &program.model.variables[place.variable];
        let Some(index) = index else { return self.int(variable.initial[0]) };
        let mut id = self.look_up(index.id, &variable.initial, 0);
        let count = variable.initial.len() as i64;
        if !index.range.is_within(Interval { low: 0, high: count - 1 }) {
            let limit = self.system.exprs.constant(32, count as u64);
            let inside = self.system.exprs.binary(ir::BinaryOp::UnsignedLess, index.id, limit);
            let zero = self.system.exprs.int(0);
            id = self.system.exprs.ite(inside, id, zero);
        }
        let low = variable.initial.iter().copied().min().unwrap_or(0).min(0);
        let high = variable.initial.iter().copied().max().unwrap_or(0).max(0);
        Value { id, range: Interval { low: low.into(), high: high.into() } }
    }

    fn look_up(&mut self, index: ExprId, values: &[i32], start: usize) -> ExprId {
        if let [value] = values {
            return self.system.exprs.int(*value);
        }
        let (left, right) = values.split_at(values.len() / 2);
        let middle = self.system.exprs.constant(32, (start + left.len()) as u64);
        let here = self.system.exprs.binary(ir::BinaryOp::UnsignedLess, index, middle);
        let before = self.look_up(index, left, start);
        let after = self.look_up(index, right, start + left.len());
        self.system.exprs.ite(here, before, after)
    }

    /// Operators that bind equally. Where the order does not matter, a long chain becomes no deep tree.
    fn chain(&mut self, context: &mut Context, first: &Expr, rest: &[(CBinary, Expr)]) -> Value {
        let first = self.expr(context, first);
        let sums = rest.iter().all(|(op, _)| matches!(op, CBinary::Add | CBinary::Sub));
        let bits = |op: &CBinary| matches!(op, CBinary::BitAnd | CBinary::BitOr | CBinary::BitXor);
        if !sums && !rest.first().is_some_and(|(op, _)| bits(op)) {
            return rest.iter().fold(first, |left, (op, e)| {
                let right = self.expr(context, e);
                self.binary(context, *op, left, right, e.span)
            });
        }
        // Operators on bits have a level each.
        let op = if sums { CBinary::Add } else { rest[0].0 };
        let (mut kept, mut taken) = (Blocks::default(), Blocks::default());
        kept.push(first.id, |a, b| self.system.exprs.c_binary(op, a, b));
        let mut range = first.range;
        for (sign, e) in rest {
            let right = self.expr(context, e);
            range = Interval::binary(*sign, range, right.range);
            let blocks = if *sign == CBinary::Sub { &mut taken } else { &mut kept };
            blocks.push(right.id, |a, b| self.system.exprs.c_binary(op, a, b));
        }
        let kept = kept.finish(|a, b| self.system.exprs.c_binary(op, a, b)).unwrap_or(first.id);
        let taken = taken.finish(|a, b| self.system.exprs.c_binary(op, a, b));
        let id = taken.map_or(kept, |taken| self.system.exprs.c_binary(CBinary::Sub, kept, taken));
        Value { id, range }
    }

    fn binary(&mut self, context: &mut Context, op: CBinary, a: Value, mut b: Value, span: Span) -> Value {
        if matches!(op, CBinary::Div | CBinary::Rem) && b.range.contains(0) {
            let fine = self.system.exprs.truth(b.id);
            self.check(context, fine, CheckKind::Division, "division by zero".into(), span);
            b.range = b.range.without(0).unwrap_or(b.range);
        }
        Value { id: self.system.exprs.c_binary(op, a.id, b.id), range: Interval::binary(op, a.range, b.range) }
    }

    /// `and` or `or`: a part is evaluated only if those before it do not decide.
    fn connective(&mut self, context: &mut Context, all: bool, list: &[Expr]) -> Value {
        let (mark, outer) = (context.facts.mark(), context.path.len());
        let mut blocks = Blocks::default();
        for e in list {
            context.path.truncate(outer);
            context.path.extend(blocks.iter().map(|block| (block, all)));
            let truth = self.condition(context, e);
            blocks.push(truth, |a, b| self.connect(all, a, b));
            self.learn(&mut context.facts, e, all);
        }
        context.path.truncate(outer);
        context.facts.back_to(mark);
        let result = blocks.finish(|a, b| self.connect(all, a, b));
        let result = result.unwrap_or_else(|| self.system.exprs.bool(all));
        self.of_truth(result)
    }

    fn connect(&mut self, all: bool, a: ExprId, b: ExprId) -> ExprId {
        if all { self.system.exprs.and(a, b) } else { self.system.exprs.or(a, b) }
    }

    /// `a imply b`: the right side matters only where the left one holds.
    fn implications(&mut self, context: &mut Context, list: &[Expr]) -> Value {
        let mut left = self.condition(context, &list[0]);
        for (number, e) in list[1..].iter().enumerate() {
            let (mark, outer) = (context.facts.mark(), context.path.len());
            context.path.push((left, true));
            if number == 0 {
                self.learn(&mut context.facts, &list[0], true);
            }
            let right = self.condition(context, e);
            context.facts.back_to(mark);
            context.path.truncate(outer);
            let not = self.system.exprs.not(left);
            left = self.system.exprs.or(not, right);
        }
        self.of_truth(left)
    }

    /// Adds a check for where the part at hand is evaluated.
    pub(super) fn check(&mut self, context: &mut Context, holds: ExprId, kind: CheckKind, message: String, span: Span) {
        let mut condition = holds;
        for &(part, value) in context.path.iter().rev() {
            let elsewhere = if value { self.system.exprs.not(part) } else { part };
            condition = self.system.exprs.or(elsewhere, condition);
        }
        if self.system.exprs.as_const(condition) != Some(1) {
            context.checks.push(Check::new(condition, kind, message, self.source(span)));
        }
    }
}
