//! The property: a process that watches, as an automaton over propositions.

use kulan_diagnostics::{Diagnostic, Span};
use kulan_ltl::{Automaton, Edge, Literal, State};

use super::expr::Site;
use super::{Resolver, line};
use crate::ast::{self, Ident};
use crate::{PropertyProcess, Proposition};

impl<'a> Resolver<'a> {
    /// The process that is the property; that there is none is told.
    pub(super) fn watcher(&mut self, name: &Ident) -> Option<&'a ast::Process> {
        let ast = self.ast;
        let mut found = ast.processes.iter().filter(|p| p.name.name == name.name);
        let first = found.next();
        match (first, found.next()) {
            (None, _) => self.error("unknown-name", name.span, format!("there is no process `{}`", name.name)),
            (Some(first), Some(second)) => self.twice(&second.name, first.name.span),
            _ => {}
        }
        first
    }

    pub(super) fn property(&mut self, process: &ast::Process) -> Option<PropertyProcess> {
        let (states, names) = self.states(process);
        let name = &process.name.name;
        self.only_watches(process);
        let mut automaton = Automaton { states: Vec::new(), initial: self.first_state(process, &names) };
        automaton.states.resize_with(states.len(), State::default);
        for accepting in &process.accepting {
            if let Some(state) = self.state(name, &names, accepting) {
                automaton.states[state].accepting = true;
            }
        }
        let mut propositions = Vec::new();
        let sources = self.sources_of(process, &names);
        for (transition, source) in process.transitions.iter().zip(sources) {
            let target = self.state(name, &names, &transition.target);
            let guard = match &transition.guard {
                None => Some(Vec::new()),
                Some(guard) => self.watched(guard, &mut propositions),
            };
            if let (Some(source), Some(target), Some(guard)) = (source, target, guard) {
                automaton.states[source].edges.push(Edge { guard, target });
            }
        }
        Some(PropertyProcess { name: name.clone(), span: process.name.span, automaton, propositions })
    }

    /// The literals of a guard; none if it never holds.
    fn watched(&mut self, guard: &ast::Expr, known: &mut Vec<Proposition>) -> Option<Vec<Literal>> {
        let expr = self.scope(Site::Watcher(&[])).expr(guard)?;
        if let Some(value) = expr.as_const() {
            return (value != 0).then(Vec::new);
        }
        let text = line(self.sources, guard.span);
        let atom = known.iter().position(|p| p.text == text).unwrap_or_else(|| {
            known.push(Proposition { text, expr });
            known.len() - 1
        });
        Some(vec![Literal { atom, positive: true }])
    }

    /// Complains about what a property must not do.
    fn only_watches(&mut self, process: &ast::Process) {
        let mut refuse = |span: Span, what: &str, help: &str| {
            let message = format!("{what} in the property is not supported");
            self.diags.push(Diagnostic::error("unsupported", span, message).help(help));
        };
        for variable in &process.variables {
            refuse(variable.name.span, "a variable", "declare it outside; a property only watches");
        }
        for transition in &process.transitions {
            if let Some(sync) = &transition.sync {
                refuse(sync.span, "`sync`", "a property only watches: write guards");
            }
            if let Some(effect) = transition.effects.first() {
                refuse(effect.span, "`effect`", "a property only watches: use more states instead of variables");
            }
        }
        for name in &process.committed {
            refuse(name.span, "`commit`", "a property only watches: it moves with every step");
        }
        for (state, _) in &process.assertions {
            refuse(state.span, "`assert`", "put the assertion into a process of the system");
        }
    }
}
