//! Check commands.

use kulan_diagnostics::Diagnostic;

use super::{CAPACITY, Resolver, Scope, Site};
use crate::ast::{self, Ident};
use crate::{CheckCommand, Reduction};

impl Resolver<'_> {
    pub(super) fn check_commands(&mut self) {
        let model = self.model;
        for check in &model.checks {
            self.property_name(&check.formula);
            let mut parameters = Vec::new();
            for range in &check.ranges {
                parameters.extend(self.range(range));
            }
            self.once(check.ranges.iter().map(|r| &r.name), &[]);
            let reduction = check.reduction.as_ref().and_then(|name| self.reduction(name));
            let formula = check.formula.name.clone();
            self.checks.push(CheckCommand { formula, parameters, reduction, span: check.span });
        }
    }

    /// What is to be checked is a formula without parameters.
    fn property_name(&mut self, name: &Ident) {
        let found = self.model.definitions.iter().find(|d| d.name.name == name.name);
        let message = match found {
            None => format!("there is no formula `{}`", name.name),
            Some(d) if !d.is_formula => format!("`{}` is a predicate; only formulas are checked", name.name),
            Some(d) if !d.parameters.is_empty() => format!("formula `{}` has parameters: it is no property", name.name),
            Some(_) => return,
        };
        self.error("unknown-name", name.span, message);
    }

    fn range(&mut self, range: &ast::Range) -> Option<(String, std::ops::RangeInclusive<i32>)> {
        let name = &range.name.name;
        if name != CAPACITY && !self.model.parameters.iter().any(|p| p.name == *name) {
            let message = format!("the model has no parameter `{name}`");
            let help = format!("parameters stand in the first line: `model {}(...);`", self.model.name.name);
            self.diags.push(Diagnostic::error("unknown-name", range.name.span, message).help(help));
            return None;
        }
        let mut scope = Scope::new(Site::Constant);
        let from = self.constant(&range.from, &mut scope)?;
        let to = match &range.to {
            Some(to) => self.constant(to, &mut scope)?,
            None => from,
        };
        if from > to {
            self.error("range", range.from.span, format!("there is no value from {from} to {to}"));
        }
        Some((name.clone(), from..=to))
    }

    fn reduction(&mut self, name: &Ident) -> Option<Reduction> {
        match name.name.as_str() {
            "full" => Some(Reduction::Full),
            "invisible" => Some(Reduction::Invisible),
            "transparent" => Some(Reduction::Transparent),
            _ => {
                let message = format!("`{}` is none of `full`, `invisible` and `transparent`", name.name);
                self.error("unknown-name", name.span, message);
                None
            }
        }
    }
}
