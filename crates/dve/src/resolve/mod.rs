//! Names, constants and what must agree: from the syntax tree to a model without errors of the user.

mod declaration;
mod expr;
mod process;
mod property;
mod system;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

use crate::ast;
use crate::hir::{Expr, Model};
use crate::{Program, Proposition};
use expr::{Scope, Site};

/// Resolves a model. None if there was an error.
pub(crate) fn resolve(file: FileId, ast: &ast::Model, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Program> {
    let system = ast.system.as_ref()?;
    let mut resolver = Resolver { ast, sources, diags, model: Model::default() };
    resolver.model.synchronous = system.synchronous;
    resolver.model.property = system.property.as_ref().map(|p| p.name.clone());
    resolver.declare();
    let watcher = system.property.as_ref().and_then(|name| resolver.watcher(name));
    resolver.processes();
    let property = watcher.and_then(|process| resolver.property(process));
    resolver.system_as_a_whole();
    let model = resolver.model;
    (!diags.has_errors()).then_some(Program { file, model, property })
}

/// Resolves an expression that watches a model. None if there was an error.
pub(crate) fn proposition(
    model: &Model,
    expr: &ast::Expr,
    named: &[(String, Proposition)],
    diags: &mut Diagnostics,
) -> Option<Expr> {
    Scope::new(model, Site::Watcher(named), diags).expr(expr)
}

struct Resolver<'a> {
    ast: &'a ast::Model,
    sources: &'a SourceMap,
    diags: &'a mut Diagnostics,
    model: Model,
}

impl<'a> Resolver<'a> {
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::error(code, span, message));
    }

    fn scope<'s>(&'s mut self, place: Site<'s>) -> Scope<'s> {
        Scope::new(&self.model, place, self.diags)
    }

    /// The process that is the property, if there is one.
    fn watching(&self) -> Option<&'a str> {
        self.ast.system.as_ref()?.property.as_ref().map(|p| p.name.as_str())
    }

    /// Processes that are part of the system.
    fn acting(&self) -> impl Iterator<Item = &'a ast::Process> + use<'a> {
        let watching = self.watching();
        self.ast.processes.iter().filter(move |p| Some(p.name.name.as_str()) != watching)
    }

    /// Complains about a name that was declared before.
    fn twice(&mut self, name: &ast::Ident, first: Span) {
        let message = format!("`{}` is declared twice", name.name);
        self.diags.push(Diagnostic::error("duplicate-name", name.span, message).label(first, "first here"));
    }
}

/// The source as one line.
pub(crate) fn line(sources: &SourceMap, span: Span) -> String {
    crate::language::MODEL.one_line(sources.text(span))
}
