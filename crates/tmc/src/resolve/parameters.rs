//! The values of parameters: from the command line, otherwise from the check commands.

use kulan_diagnostics::Diagnostic;

use super::{CAPACITY, Resolver};
use crate::ast::Action;

/// The greatest capacity of a channel.
const MAX_CAPACITY: i32 = 255;

impl Resolver<'_> {
    /// Sets all parameters; tells whether each has a value.
    pub(super) fn set_parameters(&mut self, defines: &[(String, Option<String>)]) -> bool {
        let given = self.defined(defines);
        let names: Vec<_> = self.model.parameters.iter().map(|p| (p.name.clone(), p.span)).collect();
        for (name, span) in names {
            match find(&given, &name).or_else(|| self.checked_value(&name)) {
                Some(value) => self.parameters.push((name, value)),
                None => {
                    let message = format!("parameter `{name}` has no value");
                    let help = format!("give one with -D {name}=2, or in a check command: `for {name}=2`");
                    self.diags.push(Diagnostic::error("parameter", span, message).help(help));
                }
            }
        }
        let capacity = find(&given, CAPACITY).or_else(|| self.checked_value(CAPACITY));
        let capacity = capacity.or_else(|| (!self.passes_messages()).then_some(0));
        match capacity {
            Some(value @ 0..=MAX_CAPACITY) => {
                self.parameters.push((CAPACITY.to_owned(), value));
                self.machine.capacity = value as u32;
            }
            Some(value) => {
                let message = format!("{CAPACITY}={value} is not one of 0 to {MAX_CAPACITY}");
                self.diags.push(Diagnostic::global_error("parameter", message));
            }
            None => {
                let message = format!("{CAPACITY}, the capacity of the channels, has no value");
                let help = format!("give one with -D {CAPACITY}=1, or in a check command: `for {CAPACITY}=1`");
                self.diags.push(Diagnostic::error("parameter", self.model.name.span, message).help(help));
            }
        }
        self.parameters.len() == self.model.parameters.len() + 1
    }

    /// The values on the command line.
    fn defined(&mut self, defines: &[(String, Option<String>)]) -> Vec<(String, i32)> {
        let mut given = Vec::new();
        for (name, value) in defines {
            let known = name == CAPACITY || self.model.parameters.iter().any(|p| p.name == *name);
            let number = value.as_ref().and_then(|v| v.trim().parse::<i32>().ok());
            match number {
                _ if !known => {
                    let names: Vec<&str> = self.model.parameters.iter().map(|p| p.name.as_str()).collect();
                    let all = [names.as_slice(), &[CAPACITY]].concat().join(", ");
                    let message = format!("-D {name}: the model has no such parameter");
                    let help = format!("its parameters are {all}");
                    self.diags.push(Diagnostic::global_error("parameter", message).help(help));
                }
                Some(number) => given.push((name.clone(), number)),
                None => {
                    let text = value.as_ref().map_or(String::new(), |v| format!("={v}"));
                    let message = format!("-D {name}{text}: the value of a parameter is an integer");
                    self.diags.push(Diagnostic::global_error("parameter", message).help(format!("as in -D {name}=2")));
                }
            }
        }
        given
    }

    /// The first value that the check commands give.
    fn checked_value(&self, name: &str) -> Option<i32> {
        let mut ranges = self.checks.iter().flat_map(|c| &c.parameters);
        ranges.find(|(n, _)| n == name).map(|(_, range)| *range.start())
    }

    fn passes_messages(&self) -> bool {
        let mut clauses = self.model.procs.iter().flat_map(|p| &p.locations).flat_map(|l| &l.clauses);
        clauses.any(|c| matches!(c.action, Action::Send { .. } | Action::Receive { .. }))
    }
}

/// The last value given: the command line may override itself.
fn find(given: &[(String, i32)], name: &str) -> Option<i32> {
    given.iter().rev().find(|(n, _)| n == name).map(|&(_, value)| value)
}
