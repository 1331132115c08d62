//! Processes that come and go.

use kulan_ir::{Check, CheckKind, ExprId, Instance, Target, Update};

use super::expr::Context;
use super::instance::{init_of, uniform_init};
use super::moves::Alternative;
use super::{Lowering, channel_value, instance};
use crate::hir::{Expr, Leaf, MAX_PROCESSES, Run, VarUse};

impl Lowering<'_> {
    /// `run`: one alternative per slot that can be the next free one.
    pub(super) fn create_process(
        &mut self,
        context: &mut Context,
        target: Option<&VarUse>,
        run: &Run,
    ) -> Vec<Alternative> {
        let process = context.process.expect("run stands in a process");
        let args: Vec<ExprId> = run.args.iter().map(|a| self.expr(context, a)).collect();
        let checks = std::mem::take(&mut context.checks);
        let own = self.processes[process].slot;
        let highest = self.processes.iter().map(|p| p.slot).max().unwrap_or(0);
        let mut list = Vec::new();
        for slot in own + 1..=highest + 1 {
            let below = self.empty(slot - 1);
            let mut conditions = vec![self.system.exprs.not(below), self.empty(slot)];
            if slot - 1 == own {
                conditions.remove(0); // it is this process that runs there
            }
            let mut alternative = match self.processes.iter().position(|p| p.slot == slot && p.proctype == run.proctype)
            {
                _ if slot >= MAX_PROCESSES => {
                    self.no_process(CheckKind::TooManyProcesses, "more than 255 processes".into(), None)
                }
                Some(new) => self.start_process(new, &args, run),
                None => self.missing(slot, run.proctype),
            };
            if let Some(var) = target {
                let cell = self.cell(context, var);
                let pid = self.int(slot as i32);
                let store = self.store(cell, pid);
                alternative.updates.extend(store);
            }
            alternative.conditions = conditions;
            alternative.checks.extend(checks.iter().cloned());
            alternative.checks.append(&mut context.checks);
            list.push(alternative);
        }
        list
    }

    fn missing(&mut self, slot: usize, proctype: usize) -> Alternative {
        let message = format!("no {} was foreseen as process {slot}", self.program.proctypes[proctype].name);
        self.no_process(CheckKind::MissingInstance, message, Some(instance(slot, proctype)))
    }

    fn no_process(&mut self, kind: CheckKind, message: String, instance: Option<Instance>) -> Alternative {
        let condition = self.system.exprs.bool(false);
        let check = Check { condition, kind, message, source: None, instance };
        Alternative { checks: vec![check], ..Alternative::default() }
    }

    /// Sets the variables of a new process; all of them were zero.
    fn start_process(&mut self, new: usize, args: &[ExprId], run: &Run) -> Alternative {
        let program = self.program;
        let proctype = &program.proctypes[run.proctype];
        let mut updates = Vec::new();
        let mut context = Context::new(Some(new));
        let mut values: Vec<Vec<Vec<ExprId>>> = Vec::new();
        let mut args = args.iter();
        for (v, variable) in proctype.locals.iter().enumerate() {
            values.push(Vec::new());
            for (l, leaf) in variable.leaves.iter().enumerate() {
                let is_given = v < proctype.params || !self.processes[new].channels[v][l].is_empty();
                if let Some(value) = uniform_init(leaf).filter(|_| !is_given) {
                    // One value for all elements, of which there may be many.
                    let value = self.int(value);
                    let raw = self.system.exprs.truncate(leaf.scalar.width(), value);
                    let extended = self.extend(leaf.scalar, raw);
                    self.init_whole(new, (v, l), leaf, raw, &mut updates);
                    values[v].push(vec![extended; leaf.len()]);
                    continue;
                }
                let mut elements = Vec::new();
                for i in 0..leaf.len() {
                    context.locals = Some(values.clone());
                    let channel = self.processes[new].channels[v][l].get(i).copied();
                    let value = match (channel, init_of(leaf, i)) {
                        _ if v < proctype.params => args.next().copied().unwrap_or_else(|| self.int(0)),
                        (Some(channel), _) => self.int(channel_value(channel) as i32),
                        (None, Some(init)) => self.expr(&mut context, &init),
                        (None, None) => self.int(0),
                    };
                    let raw = self.system.exprs.truncate(leaf.scalar.width(), value);
                    elements.push(self.extend(leaf.scalar, raw));
                    self.init_element(new, v, l, i, leaf.dims.is_empty(), raw, &mut updates);
                }
                values[v].push(elements);
            }
        }
        self.start_control(new, run.priority, &mut updates);
        Alternative { checks: context.checks, updates, ..Alternative::default() }
    }

    fn init_whole(&mut self, new: usize, (v, l): (usize, usize), leaf: &Leaf, raw: ExprId, updates: &mut Vec<Update>) {
        if let super::Storage::Var(var) = self.processes[new].locals[v][l]
            && self.system.exprs.as_const(raw) != Some(0)
        {
            let target = if leaf.dims.is_empty() { Target::Var(var) } else { Target::Fill(var) };
            updates.push(Update { target, value: raw });
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn init_element(
        &mut self,
        new: usize,
        v: usize,
        l: usize,
        i: usize,
        scalar: bool,
        raw: ExprId,
        updates: &mut Vec<Update>,
    ) {
        if self.system.exprs.as_const(raw) == Some(0) {
            return;
        }
        if let super::Storage::Var(var) = self.processes[new].locals[v][l] {
            let index = self.int(i as i32);
            let target = if scalar { Target::Var(var) } else { Target::Element(var, index) };
            updates.push(Update { target, value: raw });
        }
    }

    fn start_control(&mut self, new: usize, priority: i32, updates: &mut Vec<Update>) {
        let pc = self.processes[new].pc;
        let width = self.system.variables[pc.index()].width;
        updates.push(Update { target: Target::Var(pc), value: self.system.exprs.constant(width, 1) });
        if let Some(var) = self.processes[new].priority {
            let value = self.system.exprs.constant(8, priority as u64);
            updates.push(Update { target: Target::Var(var), value });
        }
    }

    /// The end of a process: only the youngest can go. What it owned becomes zero.
    pub(super) fn end_process(&mut self, process: usize) -> Alternative {
        let youngest = self.empty(self.processes[process].slot + 1);
        let mut updates = Vec::new();
        for var in self.processes[process].owned.clone() {
            let variable = &self.system.variables[var.index()];
            let (width, elements) = (variable.width, variable.elements);
            let value = self.system.exprs.constant(width, 0);
            let target = if elements.is_some() { Target::Fill(var) } else { Target::Var(var) };
            updates.push(Update { target, value });
        }
        Alternative { conditions: vec![youngest], updates, ..Alternative::default() }
    }

    pub(super) fn set_priority(&mut self, context: &mut Context, pid: &Expr, value: &Expr) -> Alternative {
        let pid = self.expr(context, pid);
        let value = self.expr(context, value);
        let value = self.system.exprs.truncate(8, value);
        let mut updates = Vec::new();
        for p in 0..self.processes.len() {
            let Some(var) = self.processes[p].priority else { continue };
            let here = self.system.exprs.eq_const(pid, self.processes[p].slot as u64);
            let running = self.running(p);
            let condition = self.system.exprs.and(here, running);
            let old = self.system.read(var);
            let new = self.system.exprs.ite(condition, value, old);
            updates.push(Update { target: Target::Var(var), value: new });
        }
        Alternative { checks: std::mem::take(&mut context.checks), updates, ..Alternative::default() }
    }

    /// An end is valid when every process that runs stands at a place where it may.
    pub(super) fn set_valid_end(&mut self) {
        let program = self.program;
        let mut conditions = Vec::new();
        for p in 0..self.processes.len() {
            let pc = self.system.read(self.processes[p].pc);
            let states = &program.proctypes[self.processes[p].proctype].states;
            let mut fine = vec![self.system.exprs.eq_const(pc, 0)];
            for (number, state) in states.iter().enumerate() {
                if state.valid_end {
                    fine.push(self.at(p, number));
                }
            }
            conditions.push(self.system.exprs.any(&fine));
        }
        conditions.extend(self.trace_may_end());
        self.system.valid_end = self.all(&conditions);
    }
}
