//! Expressions: C's `int` arithmetic over the model's variables.

use kulan_ir as ir;
use kulan_ir::{CBinary, CheckKind, ExprId, Target, Update, VarId};

use super::{Lowering, Storage};
use crate::hir::{BinaryOp, Expr, ExprKind, Pattern, Probe, Scalar, Symbol, UnaryOp, VarUse};

/// Where an expression is evaluated, and what was found on the way.
pub(super) struct Context {
    /// The process, if any.
    pub process: Option<usize>,
    /// Under which condition the part at hand is evaluated (C's short circuits).
    pub condition: Option<ExprId>,
    /// What must hold for the evaluation to be without error.
    pub checks: Vec<ir::Check>,
    /// The value of `timeout`.
    pub timeout: bool,
    /// Whether `timeout` was met.
    pub saw_timeout: bool,
    /// Values of locals that stand in for the variables (a process being created).
    pub locals: Option<Vec<Vec<Vec<ExprId>>>>,
}

impl Context {
    pub(super) fn new(process: Option<usize>) -> Context {
        Context { process, condition: None, checks: Vec::new(), timeout: false, saw_timeout: false, locals: None }
    }
}

/// A scalar that can be read or written.
#[derive(Copy, Clone)]
pub(super) enum Cell {
    Var(VarId),
    Element(VarId, ExprId),
    Constant(i32),
    Discarded,
}

impl Lowering<'_> {
    pub(super) fn scalar_of(&self, process: Option<usize>, var: &VarUse) -> Scalar {
        self.leaf_of(process, var).scalar
    }

    fn leaf_of(&self, process: Option<usize>, var: &VarUse) -> &crate::hir::Leaf {
        let variable = match var.symbol {
            Symbol::Global(i) => &self.program.globals[i],
            Symbol::Local(i) => {
                let p = process.expect("a local belongs to a process");
                &self.program.proctypes[self.processes[p].proctype].locals[i]
            }
        };
        &variable.leaves[var.leaf]
    }

    /// Adds a check under the condition at hand.
    fn check(
        &mut self,
        context: &mut Context,
        holds: ExprId,
        kind: CheckKind,
        message: String,
        span: kulan_diagnostics::Span,
    ) {
        let condition = match context.condition {
            None => holds,
            Some(c) => {
                let not = self.system.exprs.not(c);
                self.system.exprs.or(not, holds)
            }
        };
        if self.system.exprs.as_const(condition) != Some(1) {
            let source = Some(self.source(span));
            context.checks.push(ir::Check::new(condition, kind, message, source));
        }
    }

    /// Evaluates under a further condition.
    pub(super) fn under<T>(
        &mut self,
        context: &mut Context,
        condition: ExprId,
        f: impl FnOnce(&mut Self, &mut Context) -> T,
    ) -> T {
        let outer = context.condition;
        context.condition = Some(match outer {
            None => condition,
            Some(o) => self.system.exprs.and(o, condition),
        });
        let result = f(self, context);
        context.condition = outer;
        result
    }

    /// The flat index into the elements of a part, with a check per dimension.
    fn flat_index(&mut self, context: &mut Context, var: &VarUse) -> ExprId {
        let dims = self.leaf_of(context.process, var).dims.clone();
        let mut flat = self.int(0);
        for (index, &dim) in var.indices.iter().zip(&dims) {
            let value = self.expr(context, index);
            if self.system.exprs.upper_bound(value) >= u64::from(dim) {
                let limit = self.int(dim as i32);
                let inside = self.system.exprs.binary(ir::BinaryOp::UnsignedLess, value, limit);
                self.check(
                    context,
                    inside,
                    CheckKind::Index,
                    format!("array index out of range 0..{}", dim - 1),
                    index.span,
                );
            }
            let scale = self.int(dim as i32);
            let scaled = self.system.exprs.binary(ir::BinaryOp::Mul, flat, scale);
            flat = self.system.exprs.binary(ir::BinaryOp::Add, scaled, value);
        }
        flat
    }

    /// The cell a variable use means.
    pub(super) fn cell(&mut self, context: &mut Context, var: &VarUse) -> Cell {
        let index = (!var.indices.is_empty()).then(|| self.flat_index(context, var));
        match (self.storage(context.process, var.symbol, var.leaf), index) {
            (Storage::Var(v), None) => Cell::Var(v),
            (Storage::Var(v), Some(i)) => Cell::Element(v, i),
            (Storage::Constant(value), _) => Cell::Constant(value),
            (Storage::Channels | Storage::Discarded, _) => Cell::Discarded,
        }
    }

    /// The value of a variable use as an `int`.
    pub(super) fn read_var(&mut self, context: &mut Context, var: &VarUse) -> ExprId {
        if let (Some(locals), Symbol::Local(v)) = (&context.locals, var.symbol) {
            let values = locals[v][var.leaf].clone();
            return self.pick(context, var, &values);
        }
        if let Storage::Channels = self.storage(context.process, var.symbol, var.leaf) {
            let channels = self.fixed_channels(context.process, var);
            return self.pick(context, var, &channels);
        }
        let scalar = self.scalar_of(context.process, var);
        let raw = match self.cell(context, var) {
            Cell::Var(v) => self.system.read(v),
            Cell::Element(v, i) => self.system.read_element(v, i),
            Cell::Constant(value) => return self.int(value),
            Cell::Discarded => return self.int(0),
        };
        self.extend(scalar, raw)
    }

    /// The values of an array of channels that never changes.
    fn fixed_channels(&mut self, process: Option<usize>, var: &VarUse) -> Vec<ExprId> {
        let channels = match var.symbol {
            Symbol::Global(i) => self.global_channels[i][var.leaf].clone(),
            Symbol::Local(i) => self.processes[process.expect("a local")].channels[i][var.leaf].clone(),
        };
        channels.into_iter().map(|c| self.int(super::channel_value(c) as i32)).collect()
    }

    /// An element of a list of values.
    fn pick(&mut self, context: &mut Context, var: &VarUse, values: &[ExprId]) -> ExprId {
        if var.indices.is_empty() {
            return values[0];
        }
        let index = self.flat_index(context, var);
        let mut result = values[0];
        for (i, &value) in values.iter().enumerate().skip(1) {
            let here = self.system.exprs.eq_const(index, i as u64);
            result = self.system.exprs.ite(here, value, result);
        }
        result
    }

    pub(super) fn extend(&mut self, scalar: Scalar, raw: ExprId) -> ExprId {
        if scalar.signed() { self.system.exprs.sign_extend(32, raw) } else { self.system.exprs.zero_extend(32, raw) }
    }

    /// The update that stores an `int` into a cell, truncated as C does.
    pub(super) fn store(&mut self, cell: Cell, value: ExprId) -> Option<Update> {
        let (target, var) = match cell {
            Cell::Var(v) => (Target::Var(v), v),
            Cell::Element(v, i) => (Target::Element(v, i), v),
            Cell::Constant(_) | Cell::Discarded => return None,
        };
        let width = self.system.variables[var.index()].width;
        Some(Update { target, value: self.system.exprs.truncate(width, value) })
    }

    /// The value of an expression, 32 bits wide.
    pub(super) fn expr(&mut self, context: &mut Context, e: &Expr) -> ExprId {
        match &e.kind {
            ExprKind::Const(n) => self.int(*n),
            ExprKind::Var(var) => self.read_var(context, var),
            ExprKind::Pid => {
                let slot = context.process.map_or(0, |p| self.processes[p].slot);
                self.int(slot as i32)
            }
            ExprKind::NrPr => self.process_count(),
            ExprKind::Last => {
                let last = self.last.expect("declared when used");
                let raw = self.system.read(last);
                self.system.exprs.zero_extend(32, raw)
            }
            ExprKind::Priority(None) => {
                let p = context.process.expect("in a process");
                self.priority(p)
            }
            ExprKind::Priority(Some(pid)) => {
                let pid = self.expr(context, pid);
                self.by_pid(pid, |this, p| this.priority(p))
            }
            ExprKind::Unary(op, a) => self.unary(context, *op, a),
            ExprKind::Binary(op, a, b) => self.binary(context, *op, a, b, e.span),
            ExprKind::Cond(parts) => {
                let value = self.expr(context, &parts[0]);
                let c = self.truth(value);
                let not = self.system.exprs.not(c);
                let yes = self.under(context, c, |this, cx| this.expr(cx, &parts[1]));
                let no = self.under(context, not, |this, cx| this.expr(cx, &parts[2]));
                self.system.exprs.ite(c, yes, no)
            }
            ExprKind::Len(chan) => self.by_channel(context, chan, |this, _, c, _| this.length(c)),
            ExprKind::Probe(probe, chan) => {
                let probe = *probe;
                self.by_channel(context, chan, |this, _, c, _| this.probe(probe, c))
            }
            ExprKind::Poll { chan, random, args } => self.poll(context, chan, *random, args),
            ExprKind::Enabled(pid) => {
                let pid = self.expr(context, pid);
                let mut changes = false;
                let timeout = context.timeout;
                let value = self.by_pid(pid, |this, p| {
                    let values = [this.process_enabled(p, false), this.process_enabled(p, true)];
                    changes |= values[0] != values[1];
                    this.int_of(values[usize::from(timeout)])
                });
                context.saw_timeout |= changes;
                value
            }
            ExprKind::PcValue(pid) => {
                let pid = self.expr(context, pid);
                self.by_pid(pid, |this, p| {
                    let raw = this.system.read(this.processes[p].pc);
                    this.system.exprs.zero_extend(32, raw)
                })
            }
            ExprKind::Timeout => {
                context.saw_timeout = true;
                self.int(i32::from(context.timeout))
            }
            ExprKind::NonProgress => {
                let progress = self.at_label("progress");
                let none = self.system.exprs.not(progress);
                self.int_of(none)
            }
            ExprKind::AtLabel(prefix) => {
                let there = self.at_label(prefix);
                self.int_of(there)
            }
            ExprKind::RemoteLabel(proctype, pid, label) => self.remote_label(context, *proctype, pid.as_deref(), label),
            ExprKind::RemoteVar(proctype, pid, var) => self.remote_var(context, *proctype, pid.as_deref(), var),
        }
    }

    fn priority(&mut self, process: usize) -> ExprId {
        let Some(var) = self.processes[process].priority else { return self.int(1) };
        let raw = self.system.read(var);
        self.system.exprs.zero_extend(32, raw)
    }

    fn unary(&mut self, context: &mut Context, op: UnaryOp, a: &Expr) -> ExprId {
        let a = self.expr(context, a);
        match op {
            UnaryOp::Not => {
                let zero = self.system.exprs.eq_const(a, 0);
                self.int_of(zero)
            }
            UnaryOp::BitNot => self.system.exprs.not(a),
            UnaryOp::Neg => self.system.exprs.neg(a),
        }
    }

    fn binary(
        &mut self,
        context: &mut Context,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        span: kulan_diagnostics::Span,
    ) -> ExprId {
        let op = match op {
            BinaryOp::And | BinaryOp::Or => return self.connective(context, op == BinaryOp::And, a, b),
            BinaryOp::Add => CBinary::Add,
            BinaryOp::Sub => CBinary::Sub,
            BinaryOp::Mul => CBinary::Mul,
            BinaryOp::Div => CBinary::Div,
            BinaryOp::Rem => CBinary::Rem,
            BinaryOp::BitAnd => CBinary::BitAnd,
            BinaryOp::BitXor => CBinary::BitXor,
            BinaryOp::BitOr => CBinary::BitOr,
            BinaryOp::Shl => CBinary::Shl,
            BinaryOp::Shr => CBinary::Shr,
            BinaryOp::Lt => CBinary::Lt,
            BinaryOp::Le => CBinary::Le,
            BinaryOp::Gt => CBinary::Gt,
            BinaryOp::Ge => CBinary::Ge,
            BinaryOp::Eq => CBinary::Eq,
            BinaryOp::Ne => CBinary::Ne,
        };
        let x = self.expr(context, a);
        let y = self.expr(context, b);
        if matches!(op, CBinary::Div | CBinary::Rem) {
            let fine = self.system.exprs.truth(y);
            self.check(context, fine, CheckKind::Division, "division by zero".into(), span);
        }
        self.system.exprs.c_binary(op, x, y)
    }

    fn connective(&mut self, context: &mut Context, and: bool, a: &Expr, b: &Expr) -> ExprId {
        let x = self.expr(context, a);
        let x = self.truth(x);
        let reached = if and { x } else { self.system.exprs.not(x) };
        let y = self.under(context, reached, |this, cx| this.expr(cx, b));
        let y = self.truth(y);
        let result = if and { self.system.exprs.and(x, y) } else { self.system.exprs.or(x, y) };
        self.int_of(result)
    }

    /// A value that depends on which process has a pid; zero if none.
    fn by_pid(&mut self, pid: ExprId, mut f: impl FnMut(&mut Self, usize) -> ExprId) -> ExprId {
        let mut result = self.int(0);
        for p in 0..self.processes.len() {
            let slot = self.processes[p].slot;
            let here = self.system.exprs.eq_const(pid, slot as u64);
            let running = self.running(p);
            let condition = self.system.exprs.and(here, running);
            let value = f(self, p);
            result = self.system.exprs.ite(condition, value, result);
        }
        result
    }

    pub(super) fn running(&mut self, process: usize) -> ExprId {
        let pc = self.system.read(self.processes[process].pc);
        let not = self.system.exprs.eq_const(pc, 0);
        self.system.exprs.not(not)
    }

    fn process_count(&mut self) -> ExprId {
        let slots = self.processes.iter().map(|p| p.slot + 1).max().unwrap_or(0);
        let mut result = self.int(0);
        for slot in 0..slots {
            let empty = self.empty(slot);
            let count = self.int(slot as i32 + 1);
            // Slots fill from below, so the highest one in use decides.
            result = self.system.exprs.ite(empty, result, count);
        }
        result
    }

    /// A value that depends on which channel a variable names; a check fails if it names none.
    fn by_channel(
        &mut self,
        context: &mut Context,
        chan: &VarUse,
        mut f: impl FnMut(&mut Self, &mut Context, usize, ExprId) -> ExprId,
    ) -> ExprId {
        // In a property a channel is a global one, of which the process does not matter.
        let process = context.process.unwrap_or(0);
        let value = self.read_var(context, chan);
        let mut result = self.int(0);
        let mut known = Vec::new();
        for channel in self.possible_channels(process, chan) {
            let here = self.is_channel(context.process, value, channel);
            known.push(here);
            let answer = f(self, context, channel, here);
            result = self.system.exprs.ite(here, answer, result);
        }
        let known = self.system.exprs.any(&known);
        self.check(
            context,
            known,
            CheckKind::Channel,
            "use of a channel variable that names no channel".into(),
            chan.span,
        );
        result
    }

    fn length(&mut self, channel: usize) -> ExprId {
        match self.channels[channel].len {
            None => self.int(0),
            Some(len) => {
                let raw = self.system.read(len);
                self.system.exprs.zero_extend(32, raw)
            }
        }
    }

    /// A rendezvous channel at rest is empty and not full.
    fn probe(&mut self, probe: Probe, channel: usize) -> ExprId {
        let len = self.length(channel);
        let empty = self.system.exprs.eq_const(len, 0);
        let full = self.system.exprs.eq_const(len, u64::from(self.channels[channel].capacity.max(1)));
        let truth = match probe {
            Probe::Empty => empty,
            Probe::NotEmpty => self.system.exprs.not(empty),
            Probe::Full => full,
            Probe::NotFull => self.system.exprs.not(full),
        };
        self.int_of(truth)
    }

    fn poll(&mut self, context: &mut Context, chan: &VarUse, random: bool, args: &[Pattern]) -> ExprId {
        let mut rendezvous = Vec::new();
        let answer = self.by_channel(context, chan, |this, context, channel, here| {
            let wanted = this.wanted_fields(context, (channel, here), random, args);
            if this.channels[channel].is_rendezvous() {
                rendezvous.push(here);
            }
            let slots = if random { this.channels[channel].capacity } else { this.channels[channel].capacity.min(1) };
            let matches: Vec<ExprId> = (0..slots).map(|slot| this.message_matches(channel, slot, &wanted)).collect();
            let any = this.system.exprs.any(&matches);
            this.int_of(any)
        });
        let any = self.system.exprs.any(&rendezvous);
        let fine = self.system.exprs.not(any);
        let message = "poll of a rendezvous channel, which never holds a message";
        self.check(context, fine, CheckKind::Channel, message.into(), chan.span);
        answer
    }

    /// Whether some process is at a label that begins with `prefix`.
    fn at_label(&mut self, prefix: &str) -> ExprId {
        let program = self.program;
        let mut places = Vec::new();
        for p in 0..self.processes.len() {
            for (number, state) in program.proctypes[self.processes[p].proctype].states.iter().enumerate() {
                if state.labels.iter().any(|l| l.starts_with(prefix)) {
                    places.push(self.at(p, number));
                }
            }
        }
        self.system.exprs.any(&places)
    }

    fn remote_label(&mut self, context: &mut Context, proctype: usize, pid: Option<&Expr>, label: &str) -> ExprId {
        let state = self.program.proctypes[proctype].labels.iter().find(|(l, _)| l == label).map(|&(_, s)| s);
        let Some(state) = state else { return self.int(0) };
        self.by_process(context, proctype, pid, |this, _, p| {
            let there = this.at(p, state);
            this.int_of(there)
        })
    }

    fn remote_var(&mut self, context: &mut Context, proctype: usize, pid: Option<&Expr>, var: &VarUse) -> ExprId {
        self.by_process(context, proctype, pid, |this, context, p| {
            let outer = context.process.replace(p);
            let value = this.read_var(context, var);
            context.process = outer;
            value
        })
    }

    /// A value of the process of this type that has the pid, or without one of the lowest that runs; zero if there is none.
    fn by_process(
        &mut self,
        context: &mut Context,
        proctype: usize,
        pid: Option<&Expr>,
        mut value: impl FnMut(&mut Self, &mut Context, usize) -> ExprId,
    ) -> ExprId {
        let pid = pid.map(|e| self.expr(context, e));
        let mut result = self.int(0);
        for p in (0..self.processes.len()).rev() {
            if self.processes[p].proctype == proctype {
                let mut condition = self.running(p);
                if let Some(pid) = pid {
                    let here = self.system.exprs.eq_const(pid, self.processes[p].slot as u64);
                    condition = self.system.exprs.and(here, condition);
                }
                let value = value(self, context, p);
                result = self.system.exprs.ite(condition, value, result);
            }
        }
        result
    }
}
