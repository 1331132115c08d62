//! Clauses to transitions.

use kulan_ir::{Check, CheckKind, Display, ExprId, Message, MessageKind, Role, Step, Target, Transition, Update};

use super::channel::Channel;
use super::expr::{Context, no_process};
use super::{Lowering, Storage};
use crate::hir::{Action, Assignee, Clause, Expr};
use crate::ranges::View;

/// One way in which a clause can happen.
#[derive(Clone, Default)]
struct Alternative {
    conditions: Vec<ExprId>,
    checks: Vec<Check>,
    updates: Vec<Update>,
    message: Option<Message>,
}

impl Lowering<'_> {
    pub(super) fn transitions(&mut self) {
        let machine = &self.program.machine;
        for process in 0..self.processes.len() {
            for (number, location) in machine.type_of(process).locations.iter().enumerate() {
                for clause in &location.clauses {
                    self.clause(process, number, clause);
                }
            }
        }
    }

    /// The transitions of a clause; none if it can never happen.
    fn clause(&mut self, process: usize, location: usize, clause: &Clause) {
        let ranges = &self.program.ranges;
        let Some(before) = ranges.view(process, location, None) else { return };
        let mut guards = Vec::new();
        if let Some(guard) = &clause.guard {
            let mut context = Context::new(&before);
            let value = self.expr(&mut context, guard);
            guards.push(self.truth(value));
            let failures = self.failures(&mut guards, context.checks);
            failures.into_iter().for_each(|f| self.emit(process, location, clause, &[], f));
        }
        let Some(view) = ranges.view(process, location, clause.guard.as_ref()) else { return };
        for alternative in self.action(&view, &clause.action) {
            self.emit(process, location, clause, &guards, alternative);
        }
    }

    fn action(&mut self, view: &View, action: &Action) -> Vec<Alternative> {
        let mut context = Context::new(view);
        match action {
            Action::None => vec![Alternative::default()],
            Action::Assign(place, value) => {
                let value = self.expr(&mut context, value);
                let updates = self.store(view, *place, value).into_iter().collect();
                vec![Alternative { updates, checks: context.checks, ..Alternative::default() }]
            }
            Action::Send { value, destination, tag } => self.send(view, value, destination, tag),
            Action::Receive { variable, source, tag } => self.receive(view, *variable, source.as_ref(), tag.as_ref()),
        }
    }

    fn store(&mut self, view: &View, place: Assignee, value: ExprId) -> Option<Update> {
        let storage = match place {
            Assignee::Shared(variable) => self.shared[variable],
            Assignee::Local(variable) => self.processes[view.pid].locals[variable],
        };
        let Storage::Var(var) = storage else { return None };
        Some(Update { target: Target::Var(var), value: self.fit(var, value) })
    }

    /// A send, once for each destination that is possible.
    fn send(&mut self, view: &View, value: &Expr, destination: &Expr, tag: &Expr) -> Vec<Alternative> {
        let mut context = Context::new(view);
        let (cases, known) = self.processes_named(&mut context, destination);
        let mut list = self.no_process(known, "destination", destination);
        let mut common = Vec::new();
        list.extend(self.failures(&mut common, context.checks));
        let mut context = Context::new(view);
        let (value, tag) = (self.expr(&mut context, value), self.expr(&mut context, tag));
        for (to, here) in cases {
            let Some(channel) = self.channels.get(&(view.pid, to)).cloned() else { continue };
            let mut conditions = common.clone();
            conditions.extend([here, self.has_room((view.pid, to))]);
            let updates = self.append(&channel, value, tag);
            let message = Some(message(&channel, MessageKind::Send, value, tag));
            list.push(Alternative { conditions, checks: context.checks.clone(), updates, message });
        }
        list
    }

    /// A receive, once for each source that is possible.
    fn receive(
        &mut self,
        view: &View,
        variable: Option<Assignee>,
        source: Option<&Expr>,
        tag: Option<&Expr>,
    ) -> Vec<Alternative> {
        let mut context = Context::new(view);
        let (mut list, cases) = match source {
            Some(source) => {
                let (cases, known) = self.processes_named(&mut context, source);
                (self.no_process(known, "source", source), cases)
            }
            None => {
                let anyone = self.system.exprs.bool(true);
                (Vec::new(), (0..self.processes.len()).map(|from| (from, anyone)).collect())
            }
        };
        let tag = tag.map(|t| self.expr(&mut context, t));
        let mut common = Vec::new();
        list.extend(self.failures(&mut common, context.checks));
        for (from, here) in cases {
            let Some(channel) = self.channels.get(&(from, view.pid)).cloned() else { continue };
            let mut conditions = common.clone();
            conditions.extend([here, self.has_message((from, view.pid), tag)]);
            let (value, first_tag) = (self.first(channel.value), self.first(channel.tag));
            let mut updates = self.remove_first(&channel);
            updates.extend(variable.and_then(|place| self.store(view, place, value)));
            let message = Some(message(&channel, MessageKind::Receive, value, first_tag));
            list.push(Alternative { conditions, updates, message, ..Alternative::default() });
        }
        list
    }

    /// What happens when an expression names no process.
    fn no_process(&mut self, known: ExprId, end: &str, e: &Expr) -> Vec<Alternative> {
        let unknown = self.system.exprs.not(known);
        if self.system.exprs.as_const(unknown) == Some(0) {
            return Vec::new();
        }
        let condition = self.system.exprs.bool(false);
        let source = self.source(e.span);
        let check = Check::new(condition, CheckKind::Channel, no_process(end), source);
        vec![Alternative { conditions: vec![unknown], checks: vec![check], ..Alternative::default() }]
    }

    /// Where evaluating a condition can itself go wrong, that is an alternative of its own; otherwise it went well.
    fn failures(&mut self, conditions: &mut Vec<ExprId>, checks: Vec<Check>) -> Vec<Alternative> {
        let mut list = Vec::new();
        for check in checks {
            conditions.push(check.condition);
            let fails = self.system.exprs.not(check.condition);
            list.push(Alternative { conditions: vec![fails], checks: vec![check], ..Alternative::default() });
        }
        list
    }

    fn emit(&mut self, process: usize, location: usize, clause: &Clause, guards: &[ExprId], alternative: Alternative) {
        let mut conditions = vec![self.at(process, location)];
        conditions.extend(guards);
        conditions.extend(&alternative.conditions);
        let Some(guards) = self.guards.split(&mut self.system, &conditions) else { return };
        let mut updates = alternative.updates;
        if clause.target != location {
            let counter = self.processes[process].counter;
            let width = self.system.variables[counter.index()].width;
            let value = self.system.exprs.constant(width, clause.target as u64 + 1);
            updates.push(Update { target: Target::Var(counter), value });
        }
        let thread = self.processes[process].thread;
        let step = Step {
            thread,
            partner: None,
            text: self.text(clause.span),
            source: self.source(clause.span),
            updates: updates.clone(),
            message: alternative.message,
            prints: None,
            origin: None,
        };
        self.system.transitions.push(Transition {
            thread,
            guards,
            role: Role::Step,
            inputs: Vec::new(),
            checks: alternative.checks,
            updates,
            continues: None,
            steps: vec![step],
        });
    }
}

/// A message for people; its tag only where tags differ.
fn message(channel: &Channel, kind: MessageKind, value: ExprId, tag: ExprId) -> Message {
    let mut fields = vec![(value, Display::Number)];
    if let Storage::Var(_) = channel.tag {
        fields.push((tag, Display::Number));
    }
    Message { kind, channel: channel.name.clone(), fields }
}
