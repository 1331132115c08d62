//! The PROMELA front-end: text to syntax tree.
//!
//! [`parse`] preprocesses, expands inlines, and gives the tree of [`ast`].

pub mod ast;
mod keyword;
mod lexer;
mod parser;
mod pp;
mod print;
mod token;

pub use print::{expr_text, formula_text, stmt_text, var_text};

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
