//! The PROMELA front-end.
//!
//! [`parse`] preprocesses, expands inlines, and gives the tree of [`ast`]; [`resolve()`] gives names their meaning and
//! makes an automaton of each process type ([`hir`]); [`lower()`] makes the IR of it for a list of process instances.

pub mod ast;
pub mod hir;
mod keyword;
mod lexer;
mod lint;
mod lower;
mod parser;
mod pp;
mod print;
mod resolve;
mod token;
mod uses;
mod visit;

pub use lower::{lower, lower_safety};
pub use print::{expr_text, formula_text, stmt_text, var_text};
pub use resolve::{BUILTIN, builtins, resolve};

use kulan_diagnostics::{Diagnostics, FileId, FileLoader, SourceMap};

use parser::Role;

/// What is asked about a model beside what stands in it. Each is a file of its own, so that none can be more than it
/// should be.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Temporal formulas, with their names.
    pub formulas: Vec<(String, FileId)>,
    /// Never claims.
    pub claims: Vec<FileId>,
    /// Conditions on states: the propositions of the program.
    pub propositions: Vec<FileId>,
}

/// Parses the model in the file `main` with the given macros, as with `-DNAME` and `-DNAME=VALUE`.
///
/// None if there was an error; the messages are in `diags`.
pub fn parse(
    main: FileId,
    loader: &dyn FileLoader,
    defines: &[(String, Option<String>)],
    sources: &mut SourceMap,
    diags: &mut Diagnostics,
) -> Option<ast::Model> {
    parse_with(main, &Asked::default(), loader, defines, sources, diags)
}

/// The same with further properties and propositions, in which the macros of the model count.
pub fn parse_with(
    main: FileId,
    asked: &Asked,
    loader: &dyn FileLoader,
    defines: &[(String, Option<String>)],
    sources: &mut SourceMap,
    diags: &mut Diagnostics,
) -> Option<ast::Model> {
    let mut names = token::Interner::new();
    let Asked { formulas, claims, propositions } = asked;
    let formulas_of = formulas.iter().map(|(name, file)| (Role::Formula(name), *file));
    let claims = claims.iter().map(|&file| (Role::Claim, file));
    let propositions = propositions.iter().map(|&file| (Role::Proposition, file));
    let (roles, files): (Vec<Role>, Vec<FileId>) = formulas_of.chain(claims).chain(propositions).unzip();
    let env = pp::Env { loader, sources, diags };
    let (tokens, further) = pp::preprocess(main, &files, defines, env, &mut names)?;
    parser::parse_tokens(tokens, roles.into_iter().zip(further), &names, diags)
}
