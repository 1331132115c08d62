//! Process types and processes.

use kulan_diagnostics::Diagnostic;

use super::{Resolver, Scope, Site};
use crate::ast::{self, Ident};
use crate::hir::{self, Action, Clause, Location, Process, Shared, Type};

/// Processes of a program.
const MAX_PROCESSES: usize = 255;

impl Resolver<'_> {
    /// All process types: first what they declare, then what they do.
    pub(super) fn types(&mut self) {
        let model = self.model;
        for declaration in &model.shared {
            let mut scope = Scope::new(Site::Constant);
            let init = declaration.init.as_ref();
            let initial = init.and_then(|e| self.constant(e, &mut scope)).unwrap_or(0);
            self.machine.shared.push(Shared { name: declaration.name.name.clone(), initial });
        }
        for proc in &model.procs {
            let locals = proc.locals.iter().map(|d| d.name.name.clone()).collect();
            self.machine.types.push(Type { name: proc.name.name.clone(), locals, locations: Vec::new() });
            if proc.locations.is_empty() {
                self.error("no-location", proc.name.span, format!("process `{}` has no location", proc.name.name));
            }
        }
        for (kind, proc) in model.procs.iter().enumerate() {
            let locations = proc.locations.iter().map(|l| self.location(kind, l)).collect();
            self.machine.types[kind].locations = locations;
        }
    }

    fn location(&mut self, kind: usize, location: &ast::Location) -> Location {
        let clauses = location.clauses.iter().map(|c| self.clause(kind, c)).collect();
        Location { name: location.name.name.clone(), span: location.name.span, clauses }
    }

    fn clause(&mut self, kind: usize, clause: &ast::Clause) -> Clause {
        let scope = &mut Scope::new(Site::Process(kind));
        let guard = clause.guard.as_ref().map(|g| self.expr(g, scope));
        let action = match &clause.action {
            ast::Action::None => Action::None,
            ast::Action::Assign(name, value) => {
                let value = self.expr(value, scope);
                self.variable(kind, name).map_or(Action::None, |place| Action::Assign(place, value))
            }
            ast::Action::Send { value, destination, tag } => Action::Send {
                value: self.expr(value, scope),
                destination: self.expr(destination, scope),
                tag: self.expr(tag, scope),
            },
            ast::Action::Receive { variable, source, tag } => Action::Receive {
                variable: variable.as_ref().and_then(|name| self.variable(kind, name)),
                source: source.as_ref().map(|e| self.expr(e, scope)),
                tag: tag.as_ref().map(|e| self.expr(e, scope)),
            },
        };
        Clause { guard, action, target: self.target(kind, &clause.target), span: clause.span }
    }

    fn target(&mut self, kind: usize, name: &Ident) -> usize {
        let proc = &self.model.procs[kind];
        let found = proc.locations.iter().position(|l| l.name.name == name.name);
        found.unwrap_or_else(|| {
            let message = format!("process `{}` has no location `{}`", proc.name.name, name.name);
            self.error("unknown-name", name.span, message);
            0
        })
    }

    /// A variable that is written to.
    fn variable(&mut self, kind: usize, name: &Ident) -> Option<hir::Assignee> {
        let local = self.machine.types[kind].locals.iter().position(|l| *l == name.name);
        let shared = || self.machine.shared.iter().position(|s| s.name == name.name);
        let place = local.map(hir::Assignee::Local).or_else(|| shared().map(hir::Assignee::Shared));
        if place.is_none() {
            let is_parameter = self.is_parameter(&name.name) || name.name == "pid";
            let message = match is_parameter {
                true => format!("`{}` cannot be assigned to", name.name),
                false => format!("there is no variable `{}`", name.name),
            };
            let diagnostic = Diagnostic::error("unknown-name", name.span, message);
            self.diags.push(match is_parameter {
                true => diagnostic,
                false => diagnostic.help(format!("declare it with `int {};`", name.name)),
            });
        }
        place
    }

    /// The processes in the order of their numbers.
    pub(super) fn processes(&mut self) {
        let model = self.model;
        for (kind, proc) in model.procs.iter().enumerate() {
            let mut scope = Scope::new(Site::Constant);
            let count = match &proc.count {
                Some(count) => self.constant(count, &mut scope),
                None => Some(1),
            };
            let Some(count) = count else { continue };
            let free = MAX_PROCESSES - self.machine.processes.len();
            if usize::try_from(count).map_or(true, |n| n > free) {
                let span = proc.count.as_ref().map_or(proc.name.span, |c| c.span);
                let message = format!("there cannot be {count} processes `{}`", proc.name.name);
                let help = format!("a program has at most {MAX_PROCESSES} processes");
                self.diags.push(Diagnostic::error("too-many", span, message).help(help));
                continue;
            }
            for index in 0..count as usize {
                let initial = self.first_values(proc);
                self.machine.processes.push(Process { kind, index, initial });
            }
        }
        if self.machine.processes.is_empty() && !self.diags.has_errors() {
            let span = model.procs.first().map_or(model.name.span, |p| p.name.span);
            self.error("no-process", span, "the program has no process");
        }
    }

    /// The first values of the locals of the next process; they may depend on its number.
    fn first_values(&mut self, proc: &ast::Proc) -> Vec<i32> {
        let pid = self.machine.processes.len() as i32;
        let mut scope = Scope { place: Site::Constant, bindings: vec![("pid".to_owned(), Some(pid))] };
        let value = |d: &ast::Declaration| d.init.as_ref().and_then(|e| self.constant(e, &mut scope)).unwrap_or(0);
        proc.locals.iter().map(value).collect()
    }
}
