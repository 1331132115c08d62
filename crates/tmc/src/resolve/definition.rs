//! Predicates and formulas by name, and what their parameters stand for.

use kulan_diagnostics::{Diagnostic, Span};

use super::{Resolver, Scope, Site};
use crate::ast::{self, Definition, ExprKind as Syntax, Ident};
use crate::hir::{Expr, ExprKind, Property};

impl Resolver<'_> {
    /// Looks for errors in every definition, whether it is used or not.
    pub(super) fn look_at_definitions(&mut self) {
        let model = self.model;
        self.looking = true;
        for (number, definition) in model.definitions.iter().enumerate() {
            let bindings = definition.parameters.iter().map(|p| (p.name.clone(), None)).collect();
            let mut scope = Scope { place: Site::Definition(number), bindings };
            if definition.is_formula {
                self.formula(&definition.body, &mut scope);
            } else {
                self.expr(&definition.body, &mut scope);
            }
        }
        self.looking = false;
        self.written = 0;
    }

    /// Writes out the formulas without parameters, and takes the predicates without parameters as propositions too.
    pub(super) fn use_definitions(&mut self) {
        let model = self.model;
        for (number, definition) in model.definitions.iter().enumerate() {
            if !definition.parameters.is_empty() {
                continue;
            }
            let mut scope = Scope::new(Site::Definition(number));
            if definition.is_formula {
                let formula = self.formula(&definition.body, &mut scope);
                let (name, span) = (definition.name.name.clone(), definition.name.span);
                self.properties.push(Property { name, formula, span });
            } else {
                let expr = self.expr(&definition.body, &mut scope);
                self.atom_number(definition.name.name.clone(), expr);
            }
        }
    }

    /// The definition of a name with the values of its arguments. That there is none is told.
    pub(super) fn called(
        &mut self,
        name: &Ident,
        args: &[Option<ast::Expr>],
        scope: &mut Scope,
    ) -> Option<(usize, Scope)> {
        let model = self.model;
        let found = model.definitions.iter().position(|d| d.name.name == name.name);
        let (number, before) = match (found, scope.place) {
            (Some(number), Site::Definition(before)) => (number, before),
            (Some(_), _) => {
                let message = format!("`{}` is a definition; only definitions can use it", name.name);
                self.error("not-here", name.span, message);
                return None;
            }
            (None, _) => {
                self.no_such_name(name, scope);
                return None;
            }
        };
        let definition = &model.definitions[number];
        if number >= before {
            let message = format!("`{}` is used before its definition ends", name.name);
            let diagnostic = Diagnostic::error("unknown-name", name.span, message);
            self.diags.push(diagnostic.label(definition.name.span, "defined here"));
            return None;
        }
        if definition.parameters.len() != args.len() || args.iter().any(Option::is_none) {
            self.wrong_arguments(name, definition, args.len());
            return None;
        }
        let mut bindings = Vec::new();
        for (parameter, arg) in definition.parameters.iter().zip(args.iter().flatten()) {
            bindings.push((parameter.name.clone(), self.constant(arg, scope)));
        }
        Some((number, Scope { place: Site::Definition(number), bindings }))
    }

    /// A predicate where an expression is expected.
    pub(super) fn predicate(
        &mut self,
        name: &Ident,
        args: &[Option<ast::Expr>],
        span: Span,
        scope: &mut Scope,
    ) -> ExprKind {
        let Some((number, mut inner)) = self.called(name, args, scope) else { return ExprKind::Unknown };
        let model = self.model;
        let definition = &model.definitions[number];
        if definition.is_formula {
            let diagnostic = Diagnostic::error(
                "temporal",
                span,
                format!("`{}` is a formula; a predicate is expected here", name.name),
            );
            self.diags.push(diagnostic.label(definition.name.span, "defined here"));
            return ExprKind::Unknown;
        }
        if self.looking {
            return ExprKind::Unknown;
        }
        let body: Expr = self.expr(&definition.body, &mut inner);
        body.kind
    }

    fn wrong_arguments(&mut self, name: &Ident, definition: &Definition, count: usize) {
        let wanted = definition.parameters.len();
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!("`{}` has {wanted} parameter{plural}, not {count}", name.name);
        let message =
            if wanted == count { format!("an argument of `{}` cannot be `null`", name.name) } else { message };
        let diagnostic = Diagnostic::error("arguments", name.span, message);
        self.diags.push(diagnostic.label(definition.name.span, "defined here"));
    }

    fn no_such_name(&mut self, name: &Ident, scope: &Scope) {
        let diagnostic = Diagnostic::error("unknown-name", name.span, format!("there is no `{}`", name.name));
        let is_local = self.machine.types.iter().find(|t| t.locals.contains(&name.name));
        let is_process = self.model.procs.iter().any(|p| p.name.name == name.name);
        let help = match (scope.place, name.name.as_str()) {
            (_, "pid") => Some("`pid` is the number of the process in whose code it stands".to_owned()),
            (_, "true") => Some("write 1".to_owned()),
            (_, "false") => Some("write 0".to_owned()),
            (_, process) if is_process => Some(format!("write `{process}[0]@location` or `{process}[0].variable`")),
            (Site::Definition(_), local) => {
                is_local.map(|t| format!("for the variable of process `{0}` write `{0}[0].{local}`", t.name))
            }
            _ => None,
        };
        self.diags.push(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    /// Whether a name in a formula is a definition's, and not an index or a parameter.
    pub(super) fn is_definition(&self, syntax: &Syntax, scope: &Scope) -> bool {
        let name = match syntax {
            Syntax::Name(name) if scope.binding(name).is_none() => name,
            Syntax::Call(ident, _) => &ident.name,
            _ => return false,
        };
        self.model.definitions.iter().any(|d| d.name.name == *name)
    }
}
