//! The DVE front-end: the language of the DiVinE model checker and of the BEEM benchmark.
//!
//! [`parse`] gives a [`Program`] with names resolved; [`Program::system`] makes the IR of it. docs/dve.md describes the
//! language.

mod ast;
mod hir;
mod language;
mod lower;
mod operator;
mod parser;
mod resolve;

use kulan_diagnostics::{Diagnostics, FileId, SourceMap, Span};
use kulan_ir::System;
use kulan_ltl::Automaton;

/// A model without errors.
#[derive(Debug)]
pub struct Program {
    file: FileId,
    model: hir::Model,
    property: Option<PropertyProcess>,
}

/// What an assignment of a value out of range does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// It is a run-time error.
    #[default]
    Error,
    /// The value wraps around, as in C.
    Wrap,
}

/// The process that `system async property P` names: what must not happen.
#[derive(Debug)]
pub struct PropertyProcess {
    /// Its name.
    pub name: String,
    /// Where that stands.
    pub span: Span,
    /// The automaton of the negated formula, over the propositions by number.
    pub automaton: Automaton,
    /// The guards of the process.
    pub propositions: Vec<Proposition>,
}

/// A condition on the states of a model.
#[derive(Clone, Debug)]
pub struct Proposition {
    /// Its text.
    pub text: String,
    expr: hir::Expr,
}

/// Reads the model in the file `main`. None if there was an error; the messages are in `diags`.
pub fn parse(main: FileId, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Program> {
    let model = parser::parse(main, sources, diags)?;
    resolve::resolve(main, &model, sources, diags)
}

impl Program {
    /// The system. Its labels are the propositions, by number.
    pub fn system(&self, sources: &SourceMap, overflow: Overflow, propositions: &[Proposition]) -> System {
        lower::lower(self, sources, overflow, propositions)
    }

    /// The system without labels, but with observers: of the invariants, and of the conditions under which these and the
    /// propositions of the `watched` properties, which have titles, can be evaluated.
    pub fn safety_system(
        &self,
        sources: &SourceMap,
        overflow: Overflow,
        invariants: &[Proposition],
        watched: &[(String, &[Proposition])],
    ) -> System {
        lower::lower_safety(self, sources, overflow, invariants, watched)
    }

    /// The property of `system async property P`.
    pub fn property(&self) -> Option<&PropertyProcess> {
        self.property.as_ref()
    }

    /// The expression that is the whole of `file`. Names are as in the property: global variables, `P.state`,
    /// `P->variable`. A bare name that is in `named` stands for its expression as a unit.
    ///
    /// None if there was an error; the messages are in `diags`.
    pub fn proposition(
        &self,
        file: FileId,
        sources: &SourceMap,
        named: &[(String, Proposition)],
        diags: &mut Diagnostics,
    ) -> Option<Proposition> {
        let expr = parser::parse_expr(file, sources, diags)?;
        let text = resolve::line(sources, expr.span);
        let expr = resolve::proposition(&self.model, &expr, named, diags)?;
        Some(Proposition { text, expr })
    }
}
