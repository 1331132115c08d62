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
pub use resolve::{builtin, resolve};

use kulan_diagnostics::{Diagnostics, FileId, FileLoader, SourceMap};

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
    let mut names = token::Interner::new();
    let tokens = pp::preprocess(main, defines, pp::Env { loader, sources, diags }, &mut names)?;
    parser::parse_tokens(tokens, &names, diags)
}
