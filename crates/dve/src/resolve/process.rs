//! What processes do.

use kulan_diagnostics::Diagnostic;

use super::Resolver;
use super::expr::{MAX_HEIGHT, Site};
use crate::ast;
use crate::hir::{self, Action, Assertion, Assignment, Sync, Transition};

impl Resolver<'_> {
    pub(super) fn processes(&mut self) {
        for (number, process) in self.acting().enumerate() {
            let names = self.model.processes[number].state_names.clone();
            self.model.processes[number].initial = self.first_state(process, &names);
            for name in &process.accepting {
                self.state(&process.name.name, &names, name);
            }
            let mut assertions = Vec::new();
            for (state, condition) in &process.assertions {
                let state = self.state(&process.name.name, &names, state);
                let condition = self.scope(Site::Process(number)).expr(condition);
                assertions.extend(state.zip(condition).map(|(state, condition)| Assertion { state, condition }));
            }
            self.model.processes[number].assertions = assertions;
            let transitions = self.transitions(process, number, &names);
            self.model.processes[number].transitions = transitions;
        }
    }

    fn transitions(&mut self, process: &ast::Process, number: usize, names: &hir::Names) -> Vec<Transition> {
        let sources = self.sources_of(process, names);
        let mut list = Vec::new();
        for (transition, source) in process.transitions.iter().zip(sources) {
            let target = self.state(&process.name.name, names, &transition.target);
            let guard = transition.guard.as_ref().map(|g| self.scope(Site::Process(number)).expr(g));
            let sync = transition.sync.as_ref().map(|s| self.sync(s, number));
            let effects: Vec<_> = transition.effects.iter().map(|a| self.assignment(a, number)).collect();
            let (Some(source), Some(target)) = (source, target) else { continue };
            let effects: Vec<Assignment> = effects.into_iter().flatten().collect();
            if effects.iter().map(Assignment::height).sum::<usize>() > MAX_HEIGHT {
                let message = "these effects build on each other too deeply";
                let help = "spread them over several transitions";
                self.diags.push(Diagnostic::error("too-deep", transition.span, message).help(help));
            }
            let (guard, sync) = (guard.flatten(), sync.flatten());
            list.push(Transition { source, target, guard, sync, effects, span: transition.span });
        }
        list
    }

    /// Where each transition starts: one that does not say so starts where the one before does.
    pub(super) fn sources_of(&mut self, process: &ast::Process, names: &hir::Names) -> Vec<Option<usize>> {
        let mut before = None;
        let mut list = Vec::new();
        for (number, transition) in process.transitions.iter().enumerate() {
            match &transition.source {
                Some(name) => before = self.state(&process.name.name, names, name),
                None if number == 0 => {
                    self.error("syntax", transition.target.span, "the first transition of a process names its source");
                }
                None => {}
            }
            list.push(before);
        }
        list
    }

    fn assignment(&mut self, assignment: &ast::Assignment, process: usize) -> Option<Assignment> {
        let place = self.written(&assignment.place, process);
        let value = self.scope(Site::Process(process)).expr(&assignment.value);
        Some(Assignment { place: place?, value: value? })
    }

    /// A place that is written to.
    fn written(&mut self, place: &ast::Lvalue, process: usize) -> Option<hir::Lvalue> {
        let span = place.index.as_ref().map_or(place.name.span, |i| place.name.span.to(i.span));
        let place = self.scope(Site::Process(process)).place(place, span)?;
        let variable = &self.model.variables[place.variable];
        if variable.constant {
            let message = format!("`{}` is a constant", variable.name);
            let declared = variable.span;
            self.diags.push(Diagnostic::error("constant", span, message).label(declared, "declared here"));
            return None;
        }
        Some(place)
    }

    fn sync(&mut self, sync: &ast::Sync, process: usize) -> Option<Sync> {
        let name = &sync.channel;
        if self.model.synchronous {
            let message = "in a synchronous system there are no channels";
            let help = "all processes step at once: share variables, or write `system async;`";
            self.diags.push(Diagnostic::error("unsupported", sync.span, message).help(help));
        }
        let action = match &sync.action {
            ast::Action::Send(values) => {
                let list: Vec<_> = values.iter().map(|e| self.scope(Site::Process(process)).expr(e)).collect();
                Action::Send(list.into_iter().collect::<Option<_>>()?)
            }
            ast::Action::Receive(places) => {
                let list: Vec<_> = places.iter().map(|p| self.written(p, process)).collect();
                Action::Receive(list.into_iter().collect::<Option<_>>()?)
            }
        };
        let Some(channel) = self.model.channels.iter().position(|c| c.name == name.name) else {
            let message = format!("there is no channel `{}`", name.name);
            let known = self.model.channels.iter().map(|c| c.name.as_str());
            let diagnostic = Diagnostic::error("unknown-name", name.span, message);
            self.diags.push(super::declaration::suggest(diagnostic, &name.name, known));
            return None;
        };
        let declared = &self.model.channels[channel];
        if let Some(types) = declared.types.as_ref().filter(|t| t.len() != action.len()) {
            let message = format!("a message of `{}` has {}, not {}", name.name, values(types.len()), action.len());
            let place = declared.span;
            self.diags.push(Diagnostic::error("count", sync.span, message).label(place, "declared here"));
        }
        Some(Sync { channel, action, span: sync.span })
    }
}

/// So many values, in words.
pub(super) fn values(count: usize) -> String {
    format!("{count} value{}", if count == 1 { "" } else { "s" })
}
