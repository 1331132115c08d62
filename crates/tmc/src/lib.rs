//! The TMC front-end: the language of the Transparent Model Checker (S. F. Siegel, "Transparent partial order
//! reduction", section 4).
//!
//! Parameters have their values from the start: [`parse`] gives a [`Program`] for one choice of them, with names
//! resolved and the values that variables and channels can have estimated; [`Program::system`] makes the IR of it.
//! docs/tmc.md describes the language.

mod ast;
mod hir;
mod language;
mod lower;
mod operator;
mod parser;
mod print;
mod ranges;
mod resolve;
mod rounds;
#[cfg(test)]
mod tests;
mod values;

use kulan_diagnostics::{Diagnostics, FileId, SourceMap, Span};
use kulan_ir::System;
use kulan_ltl::Formula;

use hir::{Atom, Machine, Property};
use ranges::Ranges;
pub use rounds::Round;

/// A program for one choice of its parameters.
#[derive(Debug)]
pub struct Program {
    file: FileId,
    name: String,
    parameters: Vec<(String, i32)>,
    machine: Machine,
    ranges: Ranges,
    atoms: Vec<Atom>,
    properties: Vec<Property>,
    checks: Vec<CheckCommand>,
    /// Propositions that must hold in all states, by number.
    invariants: Vec<usize>,
}

/// What is asked in addition to what stands in the program: each is the whole of a file.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Formulas, each with its name.
    pub formulas: Vec<(String, FileId)>,
    /// Predicates that must hold in all states.
    pub invariants: Vec<FileId>,
}

/// A formula without parameters: a property of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedFormula {
    /// Its name.
    pub name: String,
    /// Its atoms are indices into [`System::labels`] of [`Program::system`].
    pub formula: Formula,
    /// Where it is defined.
    pub span: Span,
    /// Whether it was asked for in addition to what stands in the program.
    pub is_further: bool,
}

/// A `check` command of the source: what is to be verified, for which parameters, with which reduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckCommand {
    /// The name of a formula among [`Program::formulas`].
    pub formula: String,
    /// By parameter, `chanSize` included: its first and last value.
    pub parameters: Vec<(String, std::ops::RangeInclusive<i32>)>,
    /// The reduction, if it is told.
    pub reduction: Option<Reduction>,
    /// Where it stands.
    pub span: Span,
}

/// The reductions a `check` command can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// None.
    Full,
    /// Partial-order reduction that keeps the order of visible transitions.
    Invisible,
    /// Partial-order reduction that keeps the order of transitions that are not transparent.
    Transparent,
}

/// Reads the program in the file `main`. Parameters get their values from `defines`, as with `-D NAME=VALUE`, otherwise
/// from the first check command that gives one.
///
/// None if there was an error; the messages are in `diags`.
pub fn parse(
    main: FileId,
    sources: &SourceMap,
    defines: &[(String, Option<String>)],
    diags: &mut Diagnostics,
) -> Option<Program> {
    parse_with(main, sources, defines, &Asked::default(), diags)
}

/// The same with further questions.
pub fn parse_with(
    main: FileId,
    sources: &SourceMap,
    defines: &[(String, Option<String>)],
    asked: &Asked,
    diags: &mut Diagnostics,
) -> Option<Program> {
    let mut model = parser::parse(main, sources, diags)?;
    for (name, file) in &asked.formulas {
        model.definitions.push(parser::parse_definition(name, true, *file, sources, diags)?);
    }
    let invariants: Vec<String> = (0..asked.invariants.len()).map(|i| format!("_invariant_{i}")).collect();
    for (name, file) in invariants.iter().zip(&asked.invariants) {
        model.definitions.push(parser::parse_definition(name, false, *file, sources, diags)?);
    }
    let mut program = resolve::resolve(main, &model, defines, &invariants, diags)?;
    for (&atom, &file) in program.invariants.iter().zip(&asked.invariants) {
        program.atoms[atom].name = sources.file(file).text().trim().to_owned();
    }
    Some(program)
}

impl Program {
    /// The system. Its labels are the propositions of the formulas and the predicates without parameters.
    pub fn system(&self, sources: &SourceMap) -> System {
        lower::lower(self, sources)
    }

    /// The system without labels, but with observers: of the invariants, and of the conditions under which these and the
    /// propositions of the `watched` properties, which have titles, can be evaluated.
    pub fn safety_system(&self, sources: &SourceMap, watched: &[(String, &[usize])]) -> System {
        lower::lower_safety(self, sources, watched)
    }

    /// Whether conditions must hold in all states.
    pub fn has_invariants(&self) -> bool {
        !self.invariants.is_empty()
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values of the parameters, `chanSize` last.
    pub fn parameters(&self) -> &[(String, i32)] {
        &self.parameters
    }

    /// The properties, in the order of the source.
    pub fn formulas(&self) -> Vec<NamedFormula> {
        let named = |p: &Property| {
            let is_further = p.span.file != self.file;
            NamedFormula { name: p.name.clone(), formula: p.formula.clone(), span: p.span, is_further }
        };
        self.properties.iter().map(named).collect()
    }

    /// The choices of parameters that the check commands ask for, where `given` ones have the values they have. An error if
    /// there are too many.
    pub fn rounds(&self, given: &[String]) -> Result<Vec<Round>, String> {
        rounds::rounds(self, given)
    }

    /// The check commands, in the order of the source.
    pub fn checks(&self) -> Vec<CheckCommand> {
        self.checks.clone()
    }
}
