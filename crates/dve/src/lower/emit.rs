//! What all transitions have in common: guards, failures, steps.

use kulan_ir as ir;
use kulan_ir::{Check, ExprId, Message, Role, Step};

use super::Lowering;
use super::effect::Run;
use super::expr::Context;
use super::facts::Facts;
use crate::hir::Transition;

/// A transition of a process.
#[derive(Copy, Clone, Debug)]
pub(super) struct Party<'a> {
    pub process: usize,
    pub transition: &'a Transition,
}

impl<'a> Lowering<'a> {
    /// The transitions of all processes.
    pub(super) fn parties(&self) -> Vec<Party<'a>> {
        let processes = self.program.model.processes.iter().enumerate();
        let parties = processes
            .flat_map(|(process, p)| p.transitions.iter().map(move |transition| Party { process, transition }));
        parties.collect()
    }

    /// The conditions for a transition: its process is at the source, and the guard is true. What must hold for the
    /// guard to have a value is one of them.
    pub(super) fn enabled(&mut self, party: Party<'a>, facts: &mut Facts) -> Vec<ExprId> {
        let mut conditions = vec![self.at(party.process, party.transition.source)];
        if let Some(guard) = &party.transition.guard {
            let (truth, checks) = self.guard(party);
            conditions.extend(checks.iter().map(|c| c.condition));
            conditions.extend(truth);
            self.learn(facts, guard, true);
        }
        conditions
    }

    fn guard(&mut self, party: Party<'a>) -> (Option<ExprId>, Vec<Check>) {
        let mut context = Context::default();
        let guard = party.transition.guard.as_ref();
        let truth = guard.map(|guard| self.condition(&mut context, guard));
        (truth, context.checks)
    }

    /// Where evaluating a guard goes wrong, that is a step of its own.
    pub(super) fn failure(&mut self, party: Party<'a>, others: &[ExprId]) {
        let (_, checks) = self.guard(party);
        if checks.is_empty() {
            return;
        }
        let mut fine = self.system.exprs.bool(true);
        for check in &checks {
            fine = self.system.exprs.and(fine, check.condition);
        }
        let mut conditions = vec![self.at(party.process, party.transition.source), self.system.exprs.not(fine)];
        conditions.extend(others);
        let run = Run { checks, ..Run::default() };
        let step = self.step(party, &run, None);
        self.emit(party, &conditions, run, vec![step]);
    }

    /// What people see of a transition.
    pub(super) fn step(&self, party: Party<'a>, run: &Run, message: Option<Message>) -> Step {
        let span = party.transition.span;
        Step {
            thread: self.processes[party.process].thread,
            partner: None,
            text: self.words(party),
            source: self.source(span),
            updates: run.updates.clone(),
            message,
            prints: None,
            origin: None,
        }
    }

    /// A transition in short, as in `idle -> busy c?x`: what it changes is shown beside it, and where it stands.
    pub(super) fn words(&self, Party { process, transition }: Party<'a>) -> String {
        let name = |state: usize| &self.program.model.processes[process].states[state].name;
        let sync = transition.sync.as_ref().map_or(String::new(), |sync| format!(" {}", self.text(sync.span)));
        format!("{} -> {}{sync}", name(transition.source), name(transition.target))
    }

    /// A transition of the IR, unless it plainly never happens.
    pub(super) fn emit(&mut self, party: Party<'a>, conditions: &[ExprId], run: Run, steps: Vec<Step>) {
        let Some(guards) = self.guards.split(&mut self.system, conditions) else { return };
        self.system.transitions.push(ir::Transition {
            thread: self.processes[party.process].thread,
            guards,
            role: Role::Step,
            inputs: Vec::new(),
            checks: run.checks,
            updates: run.updates,
            continues: None,
            steps,
        });
    }
}
