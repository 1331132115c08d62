//! What is declared: variables, channels, the states of processes.

use kulan_diagnostics::{Diagnostic, Span};

use super::Resolver;
use super::expr::Site;
use crate::ast::{self, First, Ident, Number};
use crate::hir::{Channel, Names, Process, State, Variable};

/// Elements of an array, and values of all variables together.
const MAX_ELEMENTS: i32 = 65_535;
const MAX_VALUES: usize = 1_000_000;
/// Messages that a channel can hold.
const MAX_CAPACITY: i32 = 255;
/// States of a process.
const MAX_STATES: usize = 1_000_000;

impl Resolver<'_> {
    pub(super) fn declare(&mut self) {
        let ast = self.ast;
        for declaration in &ast.variables {
            self.variable(declaration, None);
        }
        self.channels();
        for process in self.acting() {
            self.declare_process(process);
        }
        let values: usize = self.model.variables.iter().map(|v| v.initial.len()).sum();
        let buffers = self.model.channels.iter().map(|c| c.capacity as usize * c.types.as_ref().map_or(0, Vec::len));
        if values + buffers.sum::<usize>() > MAX_VALUES {
            let message = format!("a state has more than {MAX_VALUES} values");
            self.diags.push(Diagnostic::global_error("too-many", message));
        }
    }

    /// A variable of a process or of all.
    fn variable(&mut self, declaration: &ast::Declaration, process: Option<usize>) {
        let name = &declaration.name;
        let names = process.map_or(&self.model.globals, |p| &self.model.processes[p].locals);
        if let Some(&first) = names.get(&name.name) {
            self.twice(name, self.model.variables[first].span);
            return;
        }
        let elements = declaration.size.and_then(|size| self.size(size, 1, MAX_ELEMENTS, "an array", "elements"));
        let initial = self.first_values(declaration, elements, process);
        let number = self.model.variables.len();
        self.model.variables.push(Variable {
            name: name.name.clone(),
            process,
            constant: declaration.constant,
            kind: declaration.kind,
            elements,
            initial,
            span: name.span,
        });
        let names = match process {
            Some(p) => &mut self.model.processes[p].locals,
            None => &mut self.model.globals,
        };
        names.insert(name.name.clone(), number);
    }

    fn size(&mut self, size: Number, least: i32, most: i32, what: &str, parts: &str) -> Option<u32> {
        if size.value < least || size.value > most {
            self.error("range", size.span, format!("{what} has {least} to {most} {parts}"));
            return None;
        }
        u32::try_from(size.value).ok()
    }

    /// The first values, one per element. Values for which there is no element are ignored; missing ones are zero.
    fn first_values(
        &mut self,
        declaration: &ast::Declaration,
        elements: Option<u32>,
        process: Option<usize>,
    ) -> Vec<i32> {
        let is_array = declaration.size.is_some();
        let mut values = match &declaration.first {
            None if declaration.constant => {
                let message = format!("the constant `{}` has no value", declaration.name.name);
                let help = format!("write `const {} {} = 1;`", declaration.kind.name(), declaration.name.name);
                self.diags.push(Diagnostic::error("constant", declaration.name.span, message).help(help));
                Vec::new()
            }
            None => Vec::new(),
            Some(First::Value(value)) => {
                if is_array {
                    let help = "write `{1, 2}`; missing values are 0";
                    let message = "the first values of an array are a list";
                    self.diags.push(Diagnostic::error("type", value.span, message).help(help));
                }
                vec![self.first_value(declaration, value, process)]
            }
            Some(First::List(list, span)) => {
                if !is_array {
                    self.error("type", *span, format!("`{}` is no array", declaration.name.name));
                }
                list.iter().map(|e| self.first_value(declaration, e, process)).collect()
            }
        };
        values.resize(elements.unwrap_or(1) as usize, 0);
        values
    }

    fn first_value(&mut self, declaration: &ast::Declaration, e: &ast::Expr, process: Option<usize>) -> i32 {
        let Some(value) = self.scope(Site::Constant(process)).constant(e) else { return 0 };
        let (low, high) = declaration.kind.bounds();
        if value < low || value > high {
            let message = format!("{value} does not fit into {} `{}`", declaration.kind.name(), declaration.name.name);
            self.diags
                .push(Diagnostic::error("range", e.span, message).note(format!("its values are {low} to {high}")));
            return 0;
        }
        value
    }

    fn channels(&mut self) {
        let ast = self.ast;
        for channel in &ast.channels {
            let name = &channel.name;
            if let Some(first) = self.model.channels.iter().find(|c| c.name == name.name) {
                self.twice(name, first.span);
            }
            let capacity = channel.capacity.and_then(|c| self.size(c, 0, MAX_CAPACITY, "a channel", "places"));
            self.model.channels.push(Channel {
                name: name.name.clone(),
                types: channel.types.clone(),
                capacity: capacity.unwrap_or(0),
                span: name.span,
            });
        }
    }

    fn declare_process(&mut self, process: &ast::Process) {
        let number = self.model.processes.len();
        let first = *self.model.process_names.entry(process.name.name.clone()).or_insert(number);
        if let Some(first) = self.acting().nth(first).filter(|_| first != number) {
            self.twice(&process.name, first.name.span);
        }
        let (states, state_names) = self.states(process);
        self.model.processes.push(Process {
            name: process.name.name.clone(),
            locals: Names::default(),
            states,
            state_names,
            initial: 0,
            transitions: Vec::new(),
            assertions: Vec::new(),
        });
        for declaration in &process.variables {
            self.variable(declaration, Some(number));
        }
    }

    pub(super) fn states(&mut self, process: &ast::Process) -> (Vec<State>, Names) {
        let (mut states, mut names): (Vec<State>, _) = (Vec::new(), Names::default());
        for state in &process.states {
            if let Some(first) = names.insert(state.name.clone(), states.len()) {
                self.twice(state, states[first].span);
            }
            states.push(State { name: state.name.clone(), committed: false, span: state.span });
        }
        if states.is_empty() {
            let message = format!("process `{}` has no state", process.name.name);
            self.diags.push(Diagnostic::error("no-state", process.name.span, message).help("write `state a, b;`"));
        } else if states.len() > MAX_STATES {
            self.error("too-many", process.name.span, format!("a process has at most {MAX_STATES} states"));
        }
        for name in &process.committed {
            if let Some(state) = self.state(&process.name.name, &names, name) {
                states[state].committed = true;
            }
        }
        (states, names)
    }

    /// A state of a process by name; that there is none is told.
    pub(super) fn state(&mut self, process: &str, names: &Names, name: &Ident) -> Option<usize> {
        let found = names.get(&name.name).copied();
        if found.is_none() {
            let message = format!("process `{process}` has no state `{}`", name.name);
            let known = names.keys().map(String::as_str);
            self.diags.push(suggest(Diagnostic::error("unknown-name", name.span, message), &name.name, known));
        }
        found
    }

    /// The state a process starts at; that there is none is told.
    pub(super) fn first_state(&mut self, process: &ast::Process, names: &Names) -> usize {
        let Some(name) = &process.initial else {
            let message = format!("process `{}` has no first state", process.name.name);
            let span: Span = process.name.span;
            self.diags.push(Diagnostic::error("no-state", span, message).help("write `init a;` behind the states"));
            return 0;
        };
        self.state(&process.name.name, names, name).unwrap_or(0)
    }
}

/// Adds the name that was perhaps meant.
pub(super) fn suggest<'a>(diagnostic: Diagnostic, name: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    match kulan_diagnostics::nearest(name, known) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic,
    }
}
